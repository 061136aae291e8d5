#pragma once
// The ways on which a group of planes carries a step, found again from what the schedule promises:
// its circuits and theta. The search keeps no ways.
//
// First one shortest way per pair is tried: over the step's own circuits, then the others in the
// order of the group (around a ring the shorter way, of two the one ahead; on a torus along the
// last dimension first); planes with the same circuits share it equally. Where that overloads a
// circuit and flows may be split, the maximum concurrent flow is found again by column generation
// over paths, one link per plane, until it carries theta: its paths are the ways, their flows the
// shares.

#include "kernels/relayed_execution.hpp"

namespace lightsweep::solvers::flow {

/// Circuits of k planes in all. splits: whether a pair's bytes may take several ways (route =
/// "flow"). Throws std::invalid_argument where no such ways are found.
kernels::GroupRouter group_router(kernels::Node k, bool splits);

}  // namespace lightsweep::solvers::flow
