#include "kernels/cost/nearest_ends.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "kernels/cost/bound_terms.hpp"

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

double keep_cheapest(std::vector<EndsOfCost>& ends, double most) {
    std::ranges::sort(ends, {}, &EndsOfCost::cost);
    std::vector<EndsOfCost> kept;
    double sum = 0;
    for (auto end = ends.begin(); end != ends.end() && most > 0; ++end) {
        const double taken = std::min(most, end->nodes);
        most -= taken;
        sum += taken * end->cost;
        if (kept.empty() || end->cost > kept.back().cost + 1e-9)
            kept.push_back({end->cost, taken});
        else
            kept.back().nodes += taken;
    }
    ends = std::move(kept);
    return most > 0 ? INFINITY : sum;
}

double filled_product(std::span<const double> first, std::span<const double> second, double n,
                      double best) {
    double sum = 0, left = n;
    for (std::size_t cost = 0; left > 0; ++cost) {
        if (cost + 1 >= first.size() + second.size() || !(sum < best)) return INFINITY;
        double count = 0;
        for (std::size_t i = cost < second.size() ? 0 : cost + 1 - second.size();
             i <= cost && i < first.size(); ++i)
            count += first[i] * second[cost - i];
        const double taken = std::min(left, count);
        sum += static_cast<double>(cost) * taken;
        left -= taken;
    }
    return sum;
}

}  // namespace lightsweep::kernels
