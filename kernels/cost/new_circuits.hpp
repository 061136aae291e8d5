#pragma once
// Lower bound of reduce-scatters, all-gathers and all-reduces in which lanes are set up one by one:
// what the lanes lose by it, against what their new circuits save on the base.
//
// n nodes, k lanes, p peers, S steps with latencies L in all, the last S1 of which follow the first
// use of a new circuit (it included); w = k z/n is the time that a lane takes for a block. c >= 1
// lanes send over new circuits at some time, the others over the base alone.
//
// Losses. A lane pays the latency of each step or sits it out: it is silent for L. One of the c
// lanes that sends over a new circuit first in the j-th last step is silent for D before, and for j
// latencies from then on. So it sends for T - M_j at most, M_j = max(L, D + j u).
//
// Links. A block's first receipts form a tree. Cut it at the transfers that take a new circuit:
// each of these edges takes a link of the c lanes, and what is left are trees on the base, whose
// receipts cost at least the digit sums of broadcast_length.hpp: the source's tree those of S
// steps. The tree of an edge has the steps that are left after it. In an all-gather these are j - 1
// at most if a lane of the j-th last step carries it. A reduce-scatter is taken backwards in time:
// its edges lie in the first S1 steps, at most p (p+1)^(r-1) of them in step r, and S - r steps are
// left. The n - 1 receipts cost as much as the cheapest of all these, of which each edge adds 1.
// For any price q, by duality, that is at least
//
//   R(q) - the sum of g(q) over the edges,   R = (n-1) q - sum of (q - digit sum)^+,
//                                            g = (q-1) + sum of (q - digit sum of its tree)^+.
//
// Lanes have the time for these links. All-gather: k (T - L) + c max_j ((T - M_j) g_j - (M_j - L))
// >= w R, with T >= M_j. Reduce-scatter: k (T - L) - c (M_1 - L) + w (the gains of the E = c (T -
// M_1) / w most gainful edges) >= w R. An all-reduce has the tree backwards to the node that first
// depends on all contributions, and n - 1 receipts besides: R + n - 1. The bound is the least over
// c of the greatest over q. Means over blocks are enough, since the least cost is convex in the
// numbers of edges.

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/collectives/collective.hpp"
#include "kernels/cost/bound_terms.hpp"
#include "kernels/cost/broadcast_length.hpp"

namespace lightsweep::kernels {

class NewCircuits {
  public:
    /// So many lanes and steps at most; beyond, the bound is 0.
    static constexpr std::int64_t most_lanes = 16, most_steps = 64;
    /// The prices q that are tried.
    static constexpr std::array prices{1., 2., 3., 4., 5., 6., 8., 11., 16.};

    NewCircuits(Primitive primitive, std::int64_t n, std::int64_t lanes,
                const BroadcastLength& length);

    /// Schedules of at most `steps` steps, of which at most `later` = S1 >= 1 follow the first use
    /// of a new circuit.
    struct Leaving {
        std::int64_t steps, later;
        double latency;  ///< L at least [s]
        double blocks;   ///< n X at least
    };
    double least_time(const Leaving& leaving, const BoundParameters& p) const;

  private:
    using OfPrices = std::array<double, prices.size()>;
    /// With `changed` lanes that send over new circuits, at the price of that number.
    double of_gather(const Leaving& leaving, const BoundParameters& p, double changed,
                     std::size_t price) const;
    double of_reduction(const Leaving& leaving, const BoundParameters& p, double changed,
                        std::size_t price) const;
    double links(const Leaving& leaving, std::size_t price) const;  ///< R

    Primitive primitive_;
    std::int64_t n_, lanes_;
    std::vector<OfPrices> links_{}, gains_{};  ///< R and g by the steps of the tree
};

}  // namespace lightsweep::kernels
