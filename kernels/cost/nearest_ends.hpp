#pragma once
// The nearest ends of routes: fills that take the cheapest first. Lower bounds of gathers and
// all-to-alls are sums of them.

#include <cstdint>
#include <span>
#include <vector>

namespace lightsweep::kernels {

/// The fewest moves that bring n - 1 blocks from a node to the others, if at most C(steps, r)
/// peers^r blocks make r moves: n V(S). steps >= ceil_log(n, peers + 1), peers >= 1, n in [1,
/// 2^30].
std::int64_t fewest_moves(std::int64_t n, std::int64_t peers, std::int64_t steps);

/// Distances of the nearest n - 1 nodes, if at most C(h + changes, changes) peers^h nodes are h
/// hops away.
struct Reach {
    std::int64_t farthest;  ///< [hops]
    std::int64_t sum;       ///< sum of their distances [hops]
};
/// n in [1, 2^30], peers >= 1, changes >= 0.
Reach reach_of(std::int64_t n, std::int64_t peers, std::int64_t changes);

/// What each of so many ends costs.
struct EndsOfCost {
    double cost, nodes;
};

/// Keeps the cheapest ends, as many as that, in order and those of equal cost together; what they
/// cost, infinite where there are fewer.
double keep_cheapest(std::vector<EndsOfCost>& ends, double most);

/// The least sum of i + j over n ends, of which first[i] second[j] cost i + j, if that is below
/// `best`; else, and where there are fewer ends, infinite.
double filled_product(std::span<const double> first, std::span<const double> second, double n,
                      double best);

}  // namespace lightsweep::kernels
