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
// The first new circuit. Let it send in step f = s0 + 1, and S1 = S - s0. Of all lanes, c send over
// new circuits in step f. Either none of them sends before, so that k - c lanes carry all that
// moves in the steps before; or one of them does, and is silent for D afterwards. The hops of steps
// 1..f are h1, and their latency is lat1 = f per_step + h1 per_hop; that before step f is at most
// lat0 = s0 per_step + (h1 - 1) per_hop. Per block, in the mean: J links on the base up to and
// including step f, E moves of step f with a new circuit and B without, and M moves later. In lane
// time,
//     T >= D + S1 u + (k/c E + M) z               new circuits wait for D,
//     T >= D + (S1 + 1) u + M z                   or, if one of the c lanes sent before,
//     T >= lat1 + (S1-1) u + c/k max(0, D - lat0) + (J + E + M) z    all lanes,
//     T >= lat1 + (S1-1) u + (k/(k-c) J + M) z    the lanes that stay, if none of c sent before,
//     T >= lat1 + (S1-1) u + (E + B + M) z        the steps from f on,
// and T >= D + S u + M z if all k lanes have new circuits in step f and one of them sent in step
// s0. If just one lane has, and sent before, k E comes to the second line. In groups of lanes
// (common_bounds.hpp) s0 u stands for lat0 and S u for lat1 + (S1-1) u, but in the last line the
// latency of the fewest hops to w nodes of the base before step f, w = n / (p+1)^S1, and S1 u.
//
// Before step f a block is at one of at most (p+1)^s0 nodes within h1 - 1 hops on the base. Each of
// these sends to p others in step f: over new circuits, or to other nodes of the base. The nearest
// nodes cost the least, and of these the nearest are best reached before step f. Then C(S1-1, r)
// p^r routes make r moves later. For any weights of the lines the fill of the cheapest routes
// proves a bound; it is the least over s0, c, h1 of the greatest over weights in steps of 1/2.
// Beyond ceil((n-1)/p) + log2 n + 1 steps it never falls: either s0 > log2 n, and one step before
// less still reaches all nodes and changes nothing but the latencies, or more than ceil((n-1)/p)
// steps come after, and one less leaves the fills saturated.

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/cost/bound_terms.hpp"
#include "kernels/parallel/kept_once.hpp"
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
    /// at_distance: nodes at 0, 1, ... hops on the base. most_steps = ceil((n-1)/p).
    FirstCircuit(std::int64_t n, std::int64_t lanes, std::int64_t most_steps,
                 std::vector<double> at_distance, const PathLengths& base);

    /// Lower bound of schedules with so many steps before the first new circuit sends, and later on
    /// (that step among them) [s]: any value up to `enough` if it is no more than that, and at most
    /// `best`.
    double time(std::int64_t before, std::int64_t later, const BoundParameters& p, bool in_groups,
                double enough, double best) const;
    /// More steps before change nothing but the latencies: 1 + log2 n, rounded up.
    std::int64_t most_before() const { return most_before_; }

  private:
    /// s0, S1, c; late: one of the c lanes sends before.
    struct Leaving {
        std::int64_t before, later, changed;
        bool late;
        auto operator<=>(const Leaving&) const = default;
    };
    /// Of the lines above, where the second one takes the place of the first.
    using Weights = std::array<double, 4>;
    static const std::vector<Weights> weights;

    double least_time(const Leaving& leaving, const BoundParameters& p, bool in_groups,
                      double best) const;
    /// Per weights the fill over so many hops h1.
    std::vector<double> fills(const Leaving& leaving, std::int64_t hops) const;
    double fill(const Leaving& leaving, std::int64_t hops, const Weights& weights) const;

    std::int64_t n_, lanes_, peers_, most_before_;
    std::vector<double> at_distance_;
    PathLengths base_;
    std::vector<std::vector<double>> routes_;  ///< by steps, and then by moves
    std::vector<double> reached_;              ///< the most nodes, by steps
    mutable parallel::KeptOnce<std::pair<Leaving, std::int64_t>, std::vector<double>> known_{};
};

}  // namespace lightsweep::kernels
