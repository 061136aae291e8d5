#pragma once
// Lower bounds that no scheduler beats, under one accounting for all (rules = "common"):
//
//     time = S per_step + H per_hop + X m/b + R D
//
// S is the number of steps, with barriers between them. H sums over the steps the hops of the
// farthest pair. X m/b is the bytes of every step at its slowest rate. R is the number of
// reconfigurations of D each. A node has `lanes` transmitters and receivers that share b (the
// planes of a switch; 2w on a WDM ring) and at most p = min(n - 1, lanes) peers per step.
//
//   any           In a step the knowledge of a node spreads to at most p more nodes per node that
//                 has it, over any number of hops: (p+1)^S >= n, and H >= S. Besides, X is at
//                 least what the primitive moves in so many steps.
//   static        Never leaving the base.
//   sync          All lanes change together, or never.
//   reconfigured  Lanes change one by one, and some lane does.
//
// The proofs stand in gather_bounds.hpp (reduce-scatter, all-gather, all-reduce) and
// exchange_bounds.hpp (all-to-all).
//
// Groups. `static` and, for gathers, `reconfigured` add hops and bytes: the group of lanes that
// pays the hops of a step also carries its bytes. Where a step is cut into groups with latencies of
// their own, and a group need not serve all pairs of its step, on_switch_in_groups() holds: a lane
// is only sure to lose one unit of latency in a step. (n = 3, k = 7, ring-uni, per_step = z,
// per_hop = z/4: two lanes for offset 1 and five for offset 2 take 2.433 z in one step; `static`
// is 2.5 z.)
//
// An all-to-all of equal blocks is an all-gather: every node gets the block of every other one. So
// an all-gather's bound on a switch bounds the all-to-all too.
//
// Which bound applies: a schedule that changes all lanes together, on or off the base: `sync`. Any
// schedule on a switch of k planes: sync if k = 1, otherwise the smaller of static and
// reconfigured. Any schedule on a WDM ring: the smaller of static and any + D; an all-to-all that
// leaves the neighbour ring still carries every block over its distance.

#include <memory>
#include <mutex>

#include "kernels/collectives/collective.hpp"
#include "kernels/cost/bound_terms.hpp"
#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

/// The bounds of one structure. They are prepared when the first one is asked for, by whichever
/// thread asks first: up to 0.7 s for all-reduces on 64 nodes, 3 s on 128. Limit case: on one node
/// every bound is 0.
class CommonBounds {
  public:
    /// primitive: one of the four, otherwise std::invalid_argument. n in 1..2^30, lanes >= 1.
    CommonBounds(Primitive primitive, Node n, Node lanes, const PathLengths& base);

    double any(const BoundParameters& parameters) const;
    double on_base(const BoundParameters& parameters) const;  ///< `static`
    double sync(const BoundParameters& parameters) const;
    double reconfigured(const BoundParameters& parameters) const;
    /// Bound of every schedule on a switch of `lanes` planes. most: what it is known not to exceed;
    /// it is found sooner.
    double on_switch(const BoundParameters& parameters, double most = unknown_bound) const;
    /// The same where a step may be cut into groups of lanes that each pay the hops of their own
    /// farthest pair. At most on_switch(), and equal on one lane.
    double on_switch_in_groups(const BoundParameters& parameters,
                               double most = unknown_bound) const;
    /// Bound of every schedule on a WDM ring of lanes = 2w; the base is the bidirectional ring.
    double on_wdm_ring(const BoundParameters& parameters) const;

    /// Linear costs of `sync`, for people and tests.
    const std::vector<BoundCost>& sync_costs() const;

  private:
    struct Prepared;
    const Prepared& prepared() const;
    double one_by_one(const BoundParameters& parameters, double best) const;

    Primitive primitive_;
    std::int64_t n_, lanes_;
    PathLengths lengths_;
    std::unique_ptr<const CommonBounds> gather_{};  ///< of an all-to-all: the all-gather's
    mutable std::once_flag once_;
    mutable std::shared_ptr<const Prepared> prepared_;
};

}  // namespace lightsweep::kernels
