// The fewest moves and hops to the nearest ends of routes.
#include <stdexcept>
#include <string>

#include "kernels/cost/exchange_bounds.hpp"

namespace lightsweep::kernels {

namespace {

/// Sums distances 1, 2, ... of the nearest nodes, until all n - 1 are taken. next(d, count) is the
/// largest number of nodes at distance d if `count` nodes are at d - 1.
template <typename Next>
Reach fill_nearest(std::int64_t n, const Next& next) {
    Reach reach{0, 0};
    for (std::int64_t left = n - 1, count = 1; left > 0;) {
        count = std::min(left, next(++reach.farthest, count));
        reach.sum += reach.farthest * count;
        left -= count;
    }
    return reach;
}

}  // namespace

std::int64_t fewest_moves(std::int64_t n, std::int64_t peers, std::int64_t steps) {
    if (steps < ceil_log(n, peers + 1))
        throw std::invalid_argument("steps = " + std::to_string(steps) + ": too few to reach " +
                                    std::to_string(n) + " nodes by " + std::to_string(peers) +
                                    " peers each; give more");
    return fill_nearest(n,
                        [&](std::int64_t moves, std::int64_t routes) {
                            return at_most(n, routes * (steps - moves + 1) / moves, peers);
                        })
        .sum;
}

Reach reach_of(std::int64_t n, std::int64_t peers, std::int64_t changes) {
    return fill_nearest(n, [&](std::int64_t hops, std::int64_t walks) {
        return at_most(n, walks * (hops + changes) / hops, peers);
    });
}

}  // namespace lightsweep::kernels
