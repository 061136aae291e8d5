#pragma once
// What an all-to-all pays for leaving its base lane by lane, in S steps: two parts of bound 3 of
// exchange_bounds.hpp. p peers per step, u = per_step + per_hop, z = m/b; (p+1)^i routes make moves
// in i given steps alone, of which C(i, r) p^r make r moves. A step in which b blocks of a node
// make a move lasts at least u + b z/n.
//
// Changes. A plane of c changes that is not used in j of the steps is silent for the latencies of
// the others, and besides for c D and for as long as those j steps last. At most (p+1)^(S-j) blocks
// make no move in them, so that they last at least j u + g_{S-j} z, g_i = max(0, n - (p+1)^i)/n.
// Changes of s = c D then silence the plane for at least S u + min_j max(s - j u, g_{S-j} z).
// This function of s rises by slope 1 or not at all and first reaches the level g_i z, from the
// left, where it stays up to s_i = (S - i) u + g_i z. So the convex hull of the points
// (s_i, g_i z), with slope 1 beyond the last, lies below it and bounds the mean over the planes.
// With i = S0 .. 0 the hull has the same points for every S, but for (S - S0) u that hide at no
// cost.
//
// The first new circuit. Let it send in step s0 + 1, and S1 = S - s0. Before, all moves are on the
// base: they lead to at most (p+1)^s0 nodes, and take j hops to those at distance j. At least
// w = n / (p+1)^S1 of them are needed, so that the steps before last at least s0 per_step +
// max(s0, hops to w nodes) per_hop = L. With the fewest moves M1 in the last S1 - 1 steps, M2 in
// the last S1 steps, and the fewest hops M3 of all, base hops before and moves after, each a fill
// of the cheapest routes,
//     T >= D + S1 u + M1 z/n,   T >= L + S1 u + M2 z/n,   T >= S u + M3 z/n.
// M1 has (p+1)^(s0+1) ends at no cost, M2 has (p+1)^s0. The bound for S steps is the least over s0
// of the greatest. Beyond S1 + S0 steps, S1 = ceil((n-1)/p), it never falls: either s0 > S0, and
// one step before less changes nothing but the latencies, or more than S1 steps come after, where
// the fills are saturated, and one step after less does. So S1 stands for all S from S1 to S1 + S0.

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/cost/bound_terms.hpp"
#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

/// The convex hull above, at one point.
class ChangeCost {
  public:
    ChangeCost(std::int64_t n, std::int64_t peers, const BoundParameters& p);

    /// Mean silence of the planes beyond the latencies of so many steps, if they change for
    /// `changing` each in the mean [s].
    double silence(double changing, std::int64_t steps) const;

  private:
    double unit_;
    std::int64_t least_steps_;
    std::vector<std::array<double, 2>> points_;
};

class FirstCircuit {
  public:
    /// at_distance: nodes at 0, 1, ... hops on the base. most_steps = ceil((n-1)/peers). Prepares
    /// O(most_steps log n) fills.
    FirstCircuit(std::int64_t n, std::int64_t peers, std::int64_t most_steps,
                 const std::vector<double>& at_distance, const PathLengths& base);

    /// Lower bound of schedules of so many steps in which some new circuit sends [s]; for
    /// most_steps, of so many and more.
    double time(std::int64_t steps, const BoundParameters& p) const;

  private:
    /// By steps before, up to S0, where more change nothing; then by steps after.
    using Table = std::vector<std::vector<double>>;

    double time_of(std::int64_t steps, const BoundParameters& p) const;

    std::int64_t n_, least_steps_, most_steps_;
    Table moves_;                     ///< fewest moves of the steps after
    Table hops_;                      ///< fewest hops of all steps
    std::vector<std::int64_t> near_;  ///< by steps after: hops to the nodes that are needed before
};

}  // namespace lightsweep::kernels
