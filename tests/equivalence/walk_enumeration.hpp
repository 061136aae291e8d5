#pragma once
// The least time over all walks that a space of states allows, one by one.

#include <algorithm>
#include <limits>

#include "solvers/walks/walk_envelope.hpp"

namespace lightsweep::tests {

/// From `round` on, after one in state `before`; at one delay per change.
inline double least_over_walks(const solvers::WalkSpace& space, const kernels::DelayRow& row,
                               double delay, std::size_t round = 0, std::size_t before = 0) {
    if (round == space.steps()) return 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < space.states(); ++k) {
        if (!space.may_follow(round, before, k) || !space.on[k].reachable(round)) continue;
        const double time =
            row.per_step_latency + row.per_hop_latency * space.on[k].hops[round] +
            row.message_time * space.on[k].share[round] * space.on[k].stretch[round];
        least = std::min(least, (k != before) * delay + time +
                                    least_over_walks(space, row, delay, round + 1, k));
    }
    return least;
}

}  // namespace lightsweep::tests
