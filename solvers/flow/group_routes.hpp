#pragma once
// Routes by which a group of planes carries a step. The search for schedules keeps no routes, so
// they are found again from the schedule's circuits and theta.
//
// First one shortest route per pair is tried: over the step's own circuits, then over the others in
// the order of the group. Around a ring it takes the shorter way, and of two equal ones the one
// ahead; on a torus it takes the last dimension first. Planes with the same circuits share it
// equally. If that overloads a circuit and flows may be split, column generation over paths, with
// one link per plane, finds the maximum concurrent flow again until it carries theta. Its paths are
// the routes, its flows the shares.

#include "kernels/execution/plane_execution.hpp"

namespace lightsweep::solvers::flow {

/// A router for the circuits of k planes in total. splits: whether a pair's bytes may take several
/// routes (route = "flow"). The router throws std::invalid_argument if it finds no such routes.
kernels::GroupRouter group_router(kernels::Node k, bool splits);

}  // namespace lightsweep::solvers::flow
