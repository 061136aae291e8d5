#pragma once
// Broadcast trees where a node has few transmitters.
//
// A node launches in step t and one direction once for every point of Z^T whose last non-zero
// coordinate is there. The bound with at most x transmitters per node and direction is
// kernels::gather_lower_bound_capped.
//
// Heuristic: the cheapest point first among those that go on from a point already taken, by one
// more in its last coordinate or by one in a later step. A unit of wire in a bin costs 1 + 2 f^2, f
// the part of the bin that is in use; a launch costs g times a weight, g the part of the bin's
// launches in use. Prices only rise, so that a queue with one entry per point, priced again when it
// comes up, finds the cheapest. The least number of steps in which some weight reaches N points for
// every item is taken; all items share the bins.

#include "solvers/optree/broadcast_plan.hpp"

namespace lightsweep::solvers::optree {

struct LaunchLimits {
    std::int64_t steps, points;   ///< T and N
    std::int64_t wire, launches;  ///< per bin, of all items together
    std::int64_t items = 1;
};

/// Points for every item; nothing if fewer than N were reached for one of them.
std::optional<std::vector<VectorSet>> limited_points(const LaunchLimits& limits,
                                                     double launch_weight);

/// As plan_broadcast with at most x >= 1 transmitters per node and direction. Its lower bound
/// counts the limit.
BroadcastPlan plan_limited_broadcast(const RingTask& task, std::int64_t transmitters);

}  // namespace lightsweep::solvers::optree
