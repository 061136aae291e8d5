#pragma once
// Lower bounds of reduce-scatter, all-gather and all-reduce under rules = common, on n nodes with k
// lanes each.
//
// What a schedule may do. Data moves in atoms (a byte of a block; one element of a vector that is
// reduced, of which a message carries one partial result), without coding. A node sends to at most
// p = min(n - 1, k) peers in a step, and receives from at most p; every pair of an atom and a peer
// is a transfer of its own. Nobody sends in the latency of a step, per_step + its hops per_hop. A
// lane that is set up is silent for D, and has one topology in a step. A step is one group of
// lanes: it pays the hops of its farthest pair. Only causal paths of one atom are counted, and
// bounds on X are means over atoms and links, so that blocks may be cut, relayed and received twice
// at will. A reduce-scatter is an all-gather backwards in time.
//
// Below, u = per_step + per_hop, z = m/b, S0 = ceil(log_{p+1} n), ball(h) = the most nodes that h
// links of the base reach, V = (n-1)/n for one half.
//
// 1. On the base. n atoms at a byte's place need n len(n, S) links' worth of n b
//    (broadcast_length.hpp): X >= len(n, S)/n. S per_step + max(S, diameter) per_hop + X z.
// 2. With R changes of all lanes. The hops l_0 before the first change reach ball(l_0) nodes, and
//    those of stretch i multiply a set by at most 1 + k + .. + k^l_i: H >= the least sum of l_i
//    whose product reaches n. R D is paid besides. On one lane n X >= F(S, R), the least length of
//    a broadcast over R + 1 permutations (stretch_lengths.hpp); of an all-reduce F(S, R) + n - 1,
//    as in 5.
// 3. Lanes one by one, k > 1. f = the first step in which a new circuit sends, s0 = f - 1 steps of
//    h0 hops before it with latency lat0, S1 = S - s0 >= 1:
//    (i)   T >= max(D, lat0) + S1 u: the new lane is ready at D and pays u for every step.
//    (ii)  min(ball(h0), (p+1)^s0) (p+1)^S1 >= n: before f all goes over the base.
//    (iii) T >= X(S) z + lat0 + S1 u + max(0, D - lat0)/k: receipts need k X z of lane time; every
//          lane loses each step's latency or sits the step out; the new lane loses D besides, less
//          what falls into steps that it sits out, of which only the latency is counted twice.
//    (iv)  All-gather. g = blocks that a node has on the mean when the new lane starts to send;
//          they came over the base. Either nothing of step f has moved:
//              A = lat0 + max(0, D - lat0)/k + len(g, s0) z/n, g <= min(ball(h0), (p+1)^s0):
//              T >= max(A + u, D + u/k) + (S1 - 1) u + (n - g) z/n,
//          or base lanes of step f have sent before: lat1, h1 >= h0 + 1 in s0 + 1 steps,
//              A = lat1 + max(0, D - lat1)/k + len(g, s0 + 1) z/n:
//              T >= max(A, D) + (S1 - 1) u + u/k + (n - g) z/n.
//          Until the new lane sends, base links alone carry k len(g) z/n of lane time, with the
//          losses of (iii); from then on k (n - g) z/n is received. len is convex, so that atoms
//          that have spread unequally cost no less. A step multiplies what all nodes have together
//          by p + 1 at most, and step f began with no more than g: g (p+1)^S1 >= n.
//    The bound is the least over s0, S1, h0, h1, g of the greatest of these, and of 1.
//    (v)   How fast lanes in turn inform nodes: lanes_in_turn.hpp. Let G lanes be set up between
//          two steps in which they send, and all steps have x hops beyond one each, so that they
//          take L = S u + x per_hop. If G > 0, T >= L + max(D, links + G D/k), where the links are
//          no less than the receipts X(S) z. Otherwise T >= L + links, and (iii) holds with L: T >=
//          X(S) z + max(lat0 + S1 u, L) + max(0, D - lat)/k, where lat, that of the steps before f,
//          is lat0 or has all x further hops, whichever is more.
//    (vi)  What new circuits carry: new_circuits.hpp, with L = lat0 + S1 u.
//    In groups (common_bounds.hpp) a lane is sure to lose u alone in a step: s0 u and (s0 + 1) u
//    stand for lat0 and lat1, and (v) does not hold.
// 4. All-reduce, volume against steps. Fix an element; d_t(u) nodes send a partial result of it to
//    u in step t. Walk back from v: go on to one of the senders or stay, each with probability
//    1/(1 + d). Every source must lie on such a path, and different sources exclude each other, so
//    by Jensen the mean over pairs of the sum of log(1 + d) along the path is at least log n. A
//    pair at u after step t has its source within t steps before and its end within S - t after: a
//    share of at most w_t = min(n, (p+1)^t) min(n, (p+1)^(S-t)) / n^2 of all pairs. With C_t the
//    transfers of step t: sum log(1 + w_t C_t) >= log n, and the least C = sum C_t is a water
//    filling. X >= max(2 V, C/n), on any topology and for any operation.
// 5. All-reduce on the base: X >= (len(n, S) + n - 1)/n. The node that first depends on all n
//    contributions has, backwards, a broadcast tree; every other node receives once more later.
//
// 6. All-reduce on a ring, volume against hops. Let each unit of distance take one unit of time:
//    the hops of all steps make H of them. A transfer of an element over j <= h links in a step
//    that begins at time q crosses gap i + 1 of its way at time q + i; transfers of one sender
//    share what they have in common. A source's contribution makes its way to the farthest node:
//    it crosses a gap or waits. Its lag, time less gaps crossed, never falls, and ends at most at
//    w = H less the gaps that it crosses.
//    One way, each of the n contributions crosses n - 1 gaps, w = H - n + 1. Of two that meet the
//    later ones may follow the same way, so that none overtakes another. Two neighbours s, s + 1
//    cross one gap together only if the lag of s + 1 is greater by one. For a fixed distance r from
//    s, meetings of s, s + 1, .., s + j in a row raise the lag by j, so that at most w of w + 1
//    pairs in a row meet: n - ceil(n/(w+1)) of all n, at n - 2 distances. What does not meet
//    crosses apart: n X >= n (n-1) - (n-2) (n - ceil(n/(w+1))) = n + (n-2) ceil(n/(w+1)). The two
//    ends are n (n-1) at H = n - 1 and 2 (n-1) at H = 2 (n-1). Both ways, what a contribution
//    crosses to the right and to the left are n - 1 gaps together, and at most H each: at least g =
//    n - 1 - H each. On the first g gaps of either side the same holds with w = H - g: n X >= 2 (n
//    + (g-1) ceil(n/(w+1))) if g >= 1.
//
// 7. All-reduce on a ring or torus, volume against steps, and against steps and hops: the tolls of
// path_tolls.hpp.
// 8. All-reduce on the base, distances against peers. Fix an element, and for every source and
//    every end one causal path from the source to the end, which has as many links as they are
//    apart. A transfer of step t is on the paths of at most min(n, (p+1)^(t-1)) sources, which
//    reach its sender in t - 1 steps, and of at most min(n, (p+1)^(S-t)) ends. So the links of all
//    transfers are at least the distances of all pairs over the greatest product of the two, and n
//    X is at least the n distances from one node over it, times n. On a torus the same holds along
//    each dimension, with half of the links.
// 9. All-reduce, transfers against pairs. Every node gets the contributions of n - 1 others to an
//    element, and a transfer of step t brings at most min(n, (p+1)^(t-1)) of them. Every
//    contribution gets to n - 1 others, and a transfer of step t brings it to at most
//    min(n, (p+1)^(S-t)) of them. Both together: 2 n (n-1) is at most the number of transfers times
//    the greatest sum of the two over the steps. On any topology.
//
// 10. All-reduce on a directed ring, volume against steps: n X >= 2 (n-1) + max(0, (2n - 3 - S)/2).
// Proof N of README.md.
// 11. All-reduce, entropy of paths: path_entropy.hpp. On any topology.
//
// The transfers of one element, and their links, are whole numbers: bounds 4, 5 and 7 to 11 are
// rounded up. This holds for every element, so for the mean of all, and n X is no less than that.

#include <cstdint>
#include <vector>

#include "kernels/cost/bound_terms.hpp"
#include "kernels/cost/broadcast_length.hpp"
#include "kernels/cost/lanes_in_turn.hpp"
#include "kernels/cost/new_circuits.hpp"
#include "kernels/cost/path_tolls.hpp"
#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

/// Bound 4 without the term 2 V: the least X of an all-reduce in so many steps, in units of m/b.
/// n >= 2, steps >= ceil_log(n, peers + 1).
double all_reduce_volume(std::int64_t n, std::int64_t peers, std::int64_t steps);

/// Bound 9: the least X of an all-reduce in so many steps [m/b]; n >= 2.
double all_reduce_pairs(std::int64_t n, std::int64_t peers, std::int64_t steps);

/// A lower bound of the transfers of an element in an all-reduce of so many steps, and so of n X:
/// the greatest of 2 (n-1) and bounds 4, 9 and 11, rounded up. n >= 2,
/// steps >= ceil_log(n, peers + 1).
double all_reduce_transfers(std::int64_t n, std::int64_t peers, std::int64_t steps);

/// Bound 8: X of an all-reduce in so many steps that stays on this base [m/b].
double all_reduce_distances(const PathLengths& base, std::int64_t n, std::int64_t peers,
                            std::int64_t steps);

/// Bound 6: n X of an all-reduce that stays on a ring, at so many hops in all; 0 where it says
/// nothing. n >= 2, hops >= the diameter.
std::int64_t all_reduce_crossings(bool directed, std::int64_t n, std::int64_t hops);

/// Bound 10: n X of an all-reduce that stays on a directed ring, in so many steps. n >= 2,
/// steps >= 1.
std::int64_t all_reduce_around_ring(std::int64_t n, std::int64_t steps);

class GatherBounds {
  public:
    /// n in 2..2^30, lanes >= 1.
    GatherBounds(Primitive primitive, std::int64_t n, std::int64_t lanes, const PathLengths& base);

    const std::vector<BoundCost>& any() const { return any_; }
    const std::vector<BoundCost>& on_base() const { return base_; }   ///< 1, 5 to 8, 10
    const std::vector<BoundCost>& together() const { return sync_; }  ///< on_base and 2
    /// The smaller of `best` and bound 3; in_groups: lanes of one step may pay hops of their own.
    double one_by_one(const BoundParameters& p, double best, bool in_groups) const;

  private:
    double blocks(std::int64_t steps) const;  ///< n X on any topology
    void stay_on_base();
    /// Bound 6: n X is at least `blocks` from so many hops on, up to the next level's.
    struct Level {
        std::int64_t hops;
        double blocks;
    };
    std::vector<Level> crossings() const;  ///< the last one says nothing
    void add_levels(std::int64_t steps, double needed, const std::vector<Level>& levels,
                    const TollBounds& tolls, CostRun& run) const;
    void change_together();
    std::int64_t hops_with(std::int64_t changes) const;
    /// Bound 3 with s0 in [from, to], at most the least of it and exact for from = to.
    double leaving_after(std::int64_t from, std::int64_t to, const BoundParameters& p, double best,
                         bool in_groups) const;
    /// Latencies and bytes of a schedule [s]: of all steps with one hop each, of those before f,
    /// with the fewest hops and with as many as they have, of those after.
    struct InTurn {
        double all, fewest_before, before, after, bytes;
    };
    /// Bound 3 (v) of at most so many steps.
    double in_turn(std::int64_t steps, const InTurn& times, const BoundParameters& p) const;
    double gathered(std::int64_t from, std::int64_t to, std::int64_t later, std::int64_t hops,
                    const BoundParameters& p, double best, bool in_groups) const;

    Primitive primitive_;
    std::int64_t n_, lanes_, peers_, least_steps_;
    PathLengths lengths_;
    BroadcastLength length_;
    NewCircuits new_circuits_;
    LanesInTurn lanes_in_turn_;
    std::vector<double> blocks_;  ///< blocks(S), S = S0.. until it falls no further
    std::vector<BoundCost> any_, base_, sync_;
};

}  // namespace lightsweep::kernels
