#pragma once
// Broadcast trees where a node has few transmitters.
//
// A node launches in step t and one direction once for every point of Z^T whose last non-zero
// coordinate is there. With at most x transmitters per node and direction the bound is the larger
// of that without the limit and ceil((N-1) / (2x)).
//
// Heuristic: the points are taken shell by shell, each from a point already taken by one more in
// its last coordinate or one in a later step, least used steps' bins first, and rejected where a
// bin's wire or launches would be exceeded. The least number of steps that reaches N points is
// taken.

#include "solvers/optree/broadcast_plan.hpp"

namespace lightsweep::solvers::optree {

/// N points for T steps with at most `wire` per bin and x launches; fewer than N if it does not
/// reach that many.
VectorSet limited_points(std::int64_t steps, std::int64_t points, std::int64_t wire,
                         std::int64_t launches);

/// As plan_broadcast with at most x >= 1 transmitters per node and direction, one item per node.
/// Its lower bound counts the limit.
BroadcastPlan plan_limited_broadcast(const RingTask& task, std::int64_t transmitters);

}  // namespace lightsweep::solvers::optree
