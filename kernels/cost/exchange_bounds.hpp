#pragma once
// Lower bounds of all-to-alls under rules = common, on n nodes with k lanes each.
//
// They hold for any routes (store and forward, no coding), any splitting of blocks, any
// unsymmetric configurations, idle lanes and loops. p = min(n - 1, k), u = per_step + per_hop,
// z = m/b. The congestion of a step is at least its mean, so that n X is at least the number of
// hops of the n - 1 blocks of a node, in the mean over the nodes.
//
// Moves. A route of r moves is a choice of r steps and of a peer in each: at most C(S, r) p^r
// destinations. The fewest moves fill r = 1, 2, ... in turn: n V(S).
//
// 1. On the base, with one group of lanes per step that serves all of its pairs:
//    S per_step + max(S, diameter) per_hop + max(V(S), X) z, X = the sum of distances over n; on a
//    torus also over the lanes of one dimension alone.
//    In groups that serve different pairs (common_bounds.hpp) hops and bytes need not add up. Weigh
//    the groups of a step by their part w of its load, pieces v of a hops: hops sum w h >= sum v
//    a^2 / sum v a, and the bytes take at least the load (Cauchy). Over all steps, with d a block's
//    distance: S per_step + the least over M >= M0 of per_hop q/M + z M/n, M0 = sum d, q = sum d^2.
// 2. All lanes change together, R >= 1 times. s_i nodes are i hops away on the base.
//    Steps of several hops: at most min(sum_{r<=h} C(S,r) p^r,
//    sum_{h'<=h} sum_i s_i C(h'-i+R-1, R-1) p^(h'-i)) blocks have at most h hops: a walk is i hops
//    on the base and h' - i in R stretches. If all steps have one hop, S = S_0 + .. + S_R and the
//    blocks of h hops are at most the coefficient of x^h in
//    (sum_{i<=S_0} s_i x^i) prod_j (1 + p x + .. + (p x)^{S_j}); even S_j dominate.
// 3. Lanes one by one, k > 1: Q >= 1 changes of a lane. Data crosses new circuits from D + u on. A
//    route is hops on circuits of time 0, then l hops of which the first is on a new circuit. If
//    the first part ends at base distance j it has at least j hops. The ends of type (j, l) are at
//    most s_j N_l, N_0 = 1, N_l = sum_{e<=Q} W(l, e), W(1, e) = 1,
//    W(l, e) = min(k, s_1 + e) W(l-1, e) + sum_{e'<e} W(l-1, e'): number the changes by the time
//    they are ready, and let e be the largest number that the route has used. L = the hops l of
//    all blocks, J = their j, N = the number with l >= 1, all over n. A plane pays D and then u for
//    each of c changes that is used, so that it is silent for at least max(S u, c (D + u)), convex
//    in c; with Q = a k + r and leaving_costs.hpp
//        loss = the greater of (r max(S u, (a+1)(D+u)) + (k-r) max(S u, a (D+u))) / k
//               and S u + the silence of changes of Q D/k
//    and where new circuits send in the last S1 steps,
//        (A) T >= D + S1 u + L z                  sends at D or later
//        (B) T >= loss + max(L + J, V(S)) z       mean over the planes
//        (C) T >= D + S1 u + N k/min(k, Q) z      new circuits are on at most min(k, Q) planes
//    For weights alpha + beta + gamma = 1 the greedy fill of the cheapest types bounds the sum, so
//        T >= (alpha + gamma)(D + S1 u) + beta loss
//             + z fill(alpha l + beta (j + l) + gamma [l>=1] ..)
//    The bound is the least over Q, S1 and S of the greatest over the weights (steps of 1/6), of
//    what the first new circuit costs in so many steps (leaving_costs.hpp), and of what routes take
//    over lanes in turn (lanes_in_turn.hpp; not in groups of lanes). Beyond ceil((n-1)/p) + log2 n
//    + 1 steps nothing falls: the lists of lanes in turn are trivial from S0 + 3 steps on.
//
// On one lane every change is a change of all lanes. Large networks (most_exact) keep a coarser
// form of 2 and 3: at most C(h+R, R) p^h walks of h hops leave a node, and leaving the base costs
// max(0, D - S u) / k.

#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "kernels/cost/bound_terms.hpp"
#include "kernels/cost/lanes_in_turn.hpp"
#include "kernels/cost/leaving_costs.hpp"
#include "kernels/cost/nearest_ends.hpp"
#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

class ExchangeBounds {
  public:
    /// n in 2..2^30, lanes >= 1. Preparing costs O(n/lanes) for large networks.
    ExchangeBounds(std::int64_t n, std::int64_t lanes, const PathLengths& base);

    ~ExchangeBounds();

    const std::vector<BoundCost>& any() const { return any_; }
    const std::vector<BoundCost>& on_base() const { return base_; }   ///< 1
    const std::vector<BoundCost>& together() const { return sync_; }  ///< on_base and 2
    /// The smaller of `best` and bound 3; in_groups: lanes of one step may pay hops of their own.
    double one_by_one(const BoundParameters& p, double best, bool in_groups) const;
    /// 1 where lanes form groups that serve different pairs: what the latencies of the hops and the
    /// bytes take together beside per_step, at least [s].
    double paths_with_loads(const BoundParameters& p) const;
    /// Any schedule on a WDM ring that leaves the neighbour ring: D is paid at least once, and the
    /// bytes of a block cover its ring distance whatever is lit. One hop in all is one step with a
    /// lightpath for every pair of nodes: where their segments, sum d per node, are more than the
    /// ring's 2w per node, two hops are needed.
    double leaving_ring(const BoundParameters& p) const;

  private:
    static constexpr int sixths = 6;
    /// Per beta in sixths the largest fill over alpha.
    using Fills = std::array<double, sixths + 1>;
    /// Ends of one type (j, l): what a block costs there, l, and s_j.
    struct Ends {
        double cost;
        std::size_t length;
        double nodes;
    };
    /// Per weights (alpha, beta) the types that the fill takes, cheapest first.
    using Orders = std::vector<std::vector<Ends>>;

    BoundCost undisturbed(std::int64_t steps) const;
    std::int64_t nodes_at(std::int64_t hops) const;
    /// One more step as long as it saves blocks, of which there are at least `distances`.
    std::vector<BoundCost> held_back(std::int64_t changes, std::int64_t farthest,
                                     double distances) const;
    void change_together();
    void change_together_coarsely();
    /// reached: ends by hops, on the base and in stretches of any length.
    void add_long_steps(std::int64_t changes, const std::vector<double>& reached);
    /// even[m]: ends by hops of m steps spread evenly over the changes.
    void add_single_hops(std::int64_t changes, const std::vector<std::vector<double>>& even);
    void count_ends();
    double ends_of(std::size_t length, std::int64_t changes) const;
    const Fills& fills(std::int64_t changes) const;
    /// For 1..lanes changes; the order of `lanes` serves all larger numbers.
    std::unique_ptr<const Orders> fill_orders(std::int64_t changes) const;
    std::vector<Ends> cheapest_first(double alpha, double beta, double gamma,
                                     std::int64_t changes) const;
    double filled_in(const std::vector<Ends>& order, std::int64_t changes) const;
    /// (A) to (C) with numbers of changes and steps in the ranges; later: S1.
    double leaving(std::int64_t changes, std::int64_t most_changes, std::int64_t steps,
                   std::int64_t more_steps, std::int64_t later, const BoundParameters& p,
                   const ChangeCost& changing) const;
    double leaving_coarsely(const BoundParameters& p) const;
    /// Lanes in turn, in so many steps [s].
    double in_turn(std::int64_t steps, const BoundParameters& p) const;

    std::int64_t n_, lanes_, peers_, least_steps_, most_steps_;
    PathLengths lengths_;
    std::vector<BoundCost> any_, base_, sync_, off_ring_;
    std::vector<std::vector<double>> ends_;  ///< N_l of Q changes at [l - 1][Q - 1]
    std::vector<double> moves_;              ///< n V(S) from least_steps on, of small networks
    std::vector<double> nearby_;             ///< s_j
    std::unique_ptr<const Orders> all_on_;
    std::unique_ptr<const FirstCircuit> first_circuit_;
    std::unique_ptr<const LanesInTurn> lanes_in_turn_;
    mutable std::vector<std::atomic<const Fills*>> known_;  ///< computed at first use
};

}  // namespace lightsweep::kernels
