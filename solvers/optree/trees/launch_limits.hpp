#pragma once
// Broadcast trees for nodes with few transmitters.
//
// In step t and one direction a node launches once for every point of Z^T whose last non-zero
// coordinate belongs to that step and direction. The bound with at most x transmitters per node and
// direction is kernels::gather_lower_bound_capped.
//
// Heuristic: points are taken in order of price, among those that extend a point already taken by
// one more in its last coordinate or by one in a later step. A unit of wire in a bin costs 1 + 2
// f^2, where f is the used fraction of the bin. A launch costs g times a weight, where g is the
// used fraction of the bin's launches. Prices only rise, so a queue with one entry per point,
// priced again when it reaches the front, finds the cheapest. The result is the least number of
// steps in which some weight reaches N points for every item; all items share the bins.

#include "solvers/optree/trees/broadcast_construction.hpp"

namespace lightsweep::solvers::optree {

struct LaunchLimits {
    std::int64_t steps, points;   ///< T and N
    std::int64_t wire, launches;  ///< capacity per bin, for all items together
    std::int64_t items = 1;
};

/// Points for every item; nothing if an item reached fewer than N points.
std::optional<std::vector<VectorSet>> limited_points(const LaunchLimits& limits,
                                                     double launch_weight);

/// As plan_broadcast, with at most x >= 1 transmitters per node and direction. The lower bound
/// takes the limit into account.
BroadcastConstruction plan_limited_broadcast(const RingTask& task, std::int64_t transmitters);

}  // namespace lightsweep::solvers::optree
