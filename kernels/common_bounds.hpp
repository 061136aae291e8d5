#pragma once
// Times that no scheduler beats, under one accounting for all (rules = "common"):
//
//     time = S per_step + H per_hop + X m/b + R D
//
// S steps with barriers between them, H the hops of every step's farthest pair, X m/b the bytes of
// every step at its slowest rate, R reconfigurations of D each. A node has `lanes` transmitters
// and receivers that share b (the planes of a switch; 2w on a WDM ring), and at most as many peers
// in a step: p = min(n - 1, lanes). A bound is the least of such sums over planes (S, H, X, R), one
// of which no schedule can undercut in any term; the terms add, as a step pays them one after the
// other. Reduction and gathering move (n-1)/n of m through every node, an all-reduce both.
//
// Why each bound holds:
//   any           In a step what a node knows spreads to p more nodes for each that knows it, over
//                 however many hops: (p+1)^S >= n, and H >= S. All-to-all: a block's route is the
//                 set of steps in which it moves and the peer in each, and ends at one node, so
//                 that at most C(S,r) p^r of a node's n-1 blocks make r moves. The fewest moves
//                 fill r = 1, 2, ... in turn; they load the nodes evenly at best: V(S). Fewer
//                 steps mean more moves: the least over S.
//   static        Never off the base: some pair is its diameter apart, and a block to a node at
//                 distance d takes d links' bytes of the n b that all links carry together: X is at
//                 least the mean sum of distances over n, whatever the routes.
//   sync          All lanes change together, R times. R = 0: static. R >= 1: a walk of h hops falls
//                 into R + 1 stretches, one per topology, in C(h+R, R) ways, and has p choices a
//                 hop: at most C(h+R, R) p^h walks of h hops leave a node, and some must reach
//                 every other: H >= d_R, the least h by which 1 + p C(1+R, R) + ... + p^h C(h+R, R)
//                 >= n; in an all-to-all X is at least V_R, the sum of the n - 1 nearest's hops
//                 over n. (R = 0 on one lane would be the directed ring.)
//   reconfigured  Plane by plane: whoever leaves the base has a plane that sends nothing for D, of
//                 which at most the latencies S (per_step + per_hop), when nobody sends, are no
//                 loss; the others make up for it at best, k planes together: any + max(0, D - S
//                 unit) / k. A single plane sits out no step: any + D.
//
// Schedules that change all lanes together are bounded by `sync`, leave they the base or not. Any
// schedule on a switch of k planes: sync if k = 1, else the lesser of static and reconfigured; on a
// WDM ring the lesser of static and any + D.

#include <cstdint>
#include <vector>

#include "kernels/collective.hpp"
#include "kernels/hop_distance.hpp"

namespace lightsweep::kernels {

/// ceil(log_radix n) by integers: the least s with radix^s >= n. n >= 1, radix >= 2.
std::int64_t ceil_log(std::int64_t n, std::int64_t radix);

/// The fewest moves of n - 1 blocks from a node, if at most C(steps, r) peers^r of them make r
/// moves: n V(S). steps >= ceil_log(n, peers + 1), peers >= 1, n in [1, 2^30].
std::int64_t fewest_moves(std::int64_t n, std::int64_t peers, std::int64_t steps);

/// The nearest n - 1 nodes, if at most C(h + changes, changes) peers^h are h hops away.
struct Reach {
    std::int64_t farthest;  ///< d_R [hops]
    std::int64_t sum;       ///< of their distances: n V_R
};
/// n in [1, 2^30], peers >= 1, changes >= 0.
Reach reach_of(std::int64_t n, std::int64_t peers, std::int64_t changes);

/// One point's parameters, finite and >= 0 [s].
struct BoundParameters {
    double per_step, per_hop;
    double transmission;  ///< m / b: the whole message at the bandwidth of a node
    double delay;
};

/// The bounds of one structure: n, lanes and base are prepared once, evaluation is O(planes), about
/// sqrt(n) for an all-to-all and a few for the others. On one node all are 0.
class CommonBounds {
  public:
    /// Of one of the four primitives (otherwise std::invalid_argument) on n = 1..2^30 nodes with
    /// lanes >= 1 and that base. An all-to-all takes O(n/lanes) time to prepare.
    CommonBounds(Primitive primitive, Node n, Node lanes, const PathLengths& base);

    double any(const BoundParameters& parameters) const;
    double on_base(const BoundParameters& parameters) const;  ///< `static`
    double sync(const BoundParameters& parameters) const;
    double reconfigured(const BoundParameters& parameters) const;
    /// Of every schedule on a switch of `lanes` planes.
    double on_switch(const BoundParameters& parameters) const;
    /// Of every schedule on a WDM ring of lanes = 2w; the base is the ring both ways.
    double on_wdm_ring(const BoundParameters& parameters) const;

    /// No schedule undercuts one of these in every term.
    struct Plane {
        std::int64_t steps, hops, changes;
        double blocks;  ///< through the busiest node, of m/n
        bool operator==(const Plane&) const = default;
    };
    /// For people and tests: those of `sync`.
    const std::vector<Plane>& sync_planes() const { return sync_; }

  private:
    double least(const std::vector<Plane>& planes, const BoundParameters& parameters) const;
    double time_of(const Plane& plane, const BoundParameters& parameters) const;
    /// Steps of one hop each, with no more blocks than they need.
    Plane undisturbed(std::int64_t steps) const;
    /// The planes of so many changes whose farthest pair and, in an all-to-all, sum of distances
    /// are given: more steps as long as they save blocks.
    void add_held_back(std::vector<Plane>& planes, std::int64_t changes, std::int64_t farthest,
                       double distances) const;
    void change_together();
    /// So many changes or more, where hops are as many as steps: for every number of blocks the
    /// fewest steps and the fewest changes that let it be.
    void add_exchanges(std::int64_t changes);

    Primitive primitive_;
    std::int64_t n_, lanes_, peers_, least_steps_ = 0, most_steps_ = 0;
    std::vector<Plane> any_, base_, sync_;
};

}  // namespace lightsweep::kernels
