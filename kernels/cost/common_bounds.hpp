#pragma once
// Lower bounds that no scheduler beats, under one accounting for all (rules = "common"):
//
//     time = S per_step + H per_hop + X m/b + R D
//
// S is the number of steps, with barriers between them. H sums over the steps the hops of the
// farthest pair. X m/b is the bytes of every step at its slowest rate. R is the number of
// reconfigurations of D each. A node has `lanes` transmitters and receivers that share b (the
// planes of a switch; 2w on a WDM ring) and at most p = min(n - 1, lanes) peers per step. A bound
// is the minimum of such linear costs over a list of (S, H, X, R); every schedule is at least as
// large as one entry in all four terms. Reduction and gathering move (n-1)/n of m through every
// node, an all-reduce moves both.
//
// Why each bound holds:
//
//   any           In a step the knowledge of a node spreads to at most p more nodes per node that
//                 has it, over any number of hops: (p+1)^S >= n, and H >= S. All-to-all: the route
//                 of a block is the set of steps in which it moves and the peer in each, and it
//                 ends at one node. So at most C(S,r) p^r of a node's n-1 blocks make r moves. The
//                 fewest moves fill r = 1, 2, ... in turn and load the nodes evenly at best: V(S).
//                 Fewer steps mean more moves; the bound is the least over S.
//   static        Without leaving the base some pair is its diameter apart. A block to a node at
//                 distance d takes d links' bytes of the n b that all links carry together: X is at
//                 least the mean sum of distances over n, for every routing.
//   sync          All lanes change together, R times. R = 0: static. R >= 1: a walk of h hops falls
//                 into R + 1 stretches, one per topology, in C(h+R, R) ways, and has p choices a
//                 hop. So at most C(h+R, R) p^h walks of h hops leave a node, and some must reach
//                 every other node: H >= d_R, the least h with
//                 1 + p C(1+R, R) + ... + p^h C(h+R, R) >= n. In an all-to-all X is at least V_R,
//                 the hops of the n - 1 nearest nodes over n. (R = 0 on one lane would be the
//                 directed ring.)
//   reconfigured  Plane by plane: a schedule that leaves the base has a switch plane that is silent
//                 for D. Of this time at most the latencies S (per_step + per_hop), when nobody
//                 sends, cost nothing; the k planes together make up for the rest at best:
//                 any + max(0, D - S unit) / k. A single plane cannot skip a step: any + D.
//
// Which bound applies: a schedule that changes all lanes together, on or off the base: `sync`. Any
// schedule on a switch of k planes: sync if k = 1, otherwise the smaller of static and
// reconfigured. Any schedule on a WDM ring: the smaller of static and any + D.

#include <cstdint>
#include <vector>

#include "kernels/collectives/collective.hpp"
#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

/// ceil(log_radix n) in integers: the least s with radix^s >= n. n >= 1, radix >= 2.
std::int64_t ceil_log(std::int64_t n, std::int64_t radix);

/// The fewest moves that bring n - 1 blocks from a node to the others, if at most C(steps, r)
/// peers^r blocks make r moves: n V(S). steps >= ceil_log(n, peers + 1), peers >= 1, n in [1,
/// 2^30].
std::int64_t fewest_moves(std::int64_t n, std::int64_t peers, std::int64_t steps);

/// Distances of the nearest n - 1 nodes, if at most C(h + changes, changes) peers^h nodes are h
/// hops away.
struct Reach {
    std::int64_t farthest;  ///< d_R [hops]
    std::int64_t sum;       ///< sum of their distances: n V_R [hops]
};
/// n in [1, 2^30], peers >= 1, changes >= 0.
Reach reach_of(std::int64_t n, std::int64_t peers, std::int64_t changes);

/// Parameters of one point, finite and >= 0 [s].
struct BoundParameters {
    double per_step, per_hop;
    double transmission;  ///< m / b: the whole message at the bandwidth of a node
    double delay;
};

/// The bounds of one structure. n, lanes and base are prepared once; an evaluation then costs
/// O(entries), about sqrt(n) of them for an all-to-all and a few for the others. Limit case: on one
/// node every bound is 0.
class CommonBounds {
  public:
    /// primitive: one of the four, otherwise std::invalid_argument. n in 1..2^30, lanes >= 1.
    /// Preparing an all-to-all costs O(n/lanes).
    CommonBounds(Primitive primitive, Node n, Node lanes, const PathLengths& base);

    double any(const BoundParameters& parameters) const;
    double on_base(const BoundParameters& parameters) const;  ///< `static`
    double sync(const BoundParameters& parameters) const;
    double reconfigured(const BoundParameters& parameters) const;
    /// Bound of every schedule on a switch of `lanes` planes.
    double on_switch(const BoundParameters& parameters) const;
    /// Bound of every schedule on a WDM ring of lanes = 2w; the base is the bidirectional ring.
    double on_wdm_ring(const BoundParameters& parameters) const;

    /// One linear cost of a bound; no schedule undercuts all entries of a list in every term.
    struct ScheduleCost {
        std::int64_t steps, hops, changes;
        double blocks;  ///< through the busiest node, in units of m/n
        bool operator==(const ScheduleCost&) const = default;
    };
    /// Linear costs of `sync`, for people and tests.
    const std::vector<ScheduleCost>& sync_costs() const { return sync_; }

  private:
    double least(const std::vector<ScheduleCost>& costs, const BoundParameters& parameters) const;
    double time_of(const ScheduleCost& cost, const BoundParameters& parameters) const;
    /// A linear cost whose steps have one hop each and whose blocks are the fewest for those steps.
    ScheduleCost undisturbed(std::int64_t steps) const;
    /// Adds linear costs for `changes` reconfigurations, with the given hops of the farthest pair
    /// and, in an all-to-all, the given sum of distances: one more step as long as it saves blocks.
    void add_held_back(std::vector<ScheduleCost>& costs, std::int64_t changes,
                       std::int64_t farthest, double distances) const;
    void change_together();
    /// Adds linear costs for at least `changes` reconfigurations where every step has one hop: for
    /// every number of blocks the fewest steps and the fewest changes that reach it.
    void add_exchanges(std::int64_t changes);

    Primitive primitive_;
    std::int64_t n_, lanes_, peers_, least_steps_ = 0, most_steps_ = 0;
    std::vector<ScheduleCost> any_, base_, sync_;
};

}  // namespace lightsweep::kernels
