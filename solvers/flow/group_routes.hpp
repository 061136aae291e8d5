#pragma once
// Routes by which a group of planes carries a step. The search for schedules keeps no routes, so
// they are found again from the schedule's circuits and theta.
//
// First one shortest route per pair is tried: over the step's own circuits, then over the others in
// the order of the group. Around a ring it takes the shorter way, and of two equal ones the one
// ahead; on a torus it takes the last dimension first. Planes with the same circuits share it
// equally. If that overloads a circuit and flows may be split, column generation over paths, with
// one link per plane, finds the maximum concurrent flow again until it carries theta. Its paths are
// the routes, its flows the shares. They may be longer than the distances that the accounting
// charges: of both, the group takes what ends first with the links that it really takes,
//
//     hops per_hop + bytes / (flow b)

#include "kernels/execution/plane_execution.hpp"

namespace lightsweep::solvers::flow {

/// A router for the planes of a problem, which must outlive it. splits: whether a pair's bytes may
/// take several routes (route = "flow"). The router throws std::invalid_argument if it finds no
/// such routes.
kernels::GroupRouter group_router(const kernels::GroupProblem& problem, bool splits);

}  // namespace lightsweep::solvers::flow
