#pragma once
// Hops and concurrent flow of a step on circuits that share a node's lanes, where they are known
// exactly; otherwise a certified bracket, or unreachable.
//
//   circuits                              step             value
//   one permutation                       any              paths are unique, matching_flow
//   +g and -g, half the lanes each        shift, exchange  x both ways: N / (2 x (N - x)); chords
//   shifts                                shift            kernels/flow/circulant_batch.hpp
//   exclusive-ors                         exclusive-or     a program over the masks' subsets
//   two exchanges (Swing)                 exchange         chords of their alternating cycles
//
//   a torus                               acts by coordinate  kernels/flow/ring_flow.hpp
//   any                                   its own circuits    direct, count / k, or a torus' links
//
// In the last row, and for several permutations at a time, a step uses no other circuits than its
// own: this is a rule of the accounting, and the value is exact under it. Where no row applies and
// the circuits are two-way cycles or a torus, one route per pair (the shorter way round; first
// dimension first) proves a flow, and the distances bound every other flow (theta < theta_high). In
// all other cases the step counts as unreachable; nothing is estimated.

#include <memory>
#include <optional>
#include <vector>

#include "kernels/flow/step_flow.hpp"
#include "kernels/permutations/demand.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

/// Which circuits the bytes of a pair may take.
///   flow    several routes at the same time
///   path    one shortest route. Of two: the one over the positive offset; on the cycles of two
///           exchanges the one ahead (from the cycle's first node over the first exchange);
///           otherwise the one with the fewest circuits of the last permutation
///   direct  only the pair's own circuits, even if other routes exist
///   ways    as flow on two-way rings and, coordinate by coordinate, on tori, with the hops of the
///           farthest way that the flow takes (n - x for a shift by x < n / 2, whose flow goes both
///           ways); elsewhere as path, whose hops are those of its paths
enum class LaneRoute { flow, path, direct, ways };

/// Measures steps on one topology of lanes, or on a torus whose links share b. Copies share their
/// results.
class LaneFlow {
  public:
    /// shifts: the offsets that will be asked for; where the circuits are shifts, they are solved
    /// together. Empty means all offsets. Throws std::invalid_argument for any other kind of
    /// topology.
    LaneFlow(Topology topology, LaneRoute route, std::vector<Node> shifts = {});
    /// Thread-safe.
    StepFlow operator()(const Demand& demand) const;

  private:
    struct Shifts;
    StepFlow one(const Permutation& demand) const;
    StepFlow on_torus(const Permutation& demand) const;
    /// On +g and -g with half of the lanes each, where the flow has a form in closed terms.
    std::optional<StepFlow> on_two_way_rings(const Permutation& demand) const;
    /// Every pair uses its own circuits only.
    StepFlow each_direct(const Demand& demand) const;
    /// Rate that this permutation's circuits have [b]; 0 if there are none.
    double share_of(const Permutation& circuits) const;
    std::optional<StepFlow> closed_form(const Permutation& demand) const;

    Topology topology_;
    LaneRoute route_;
    std::shared_ptr<Shifts> shifts_;  ///< flows of all shifts, where the circuits are shifts
};

/// The mask if the permutation is an exclusive-or, including the shift half way around.
std::optional<Node> mask_of(const Permutation& permutation);

/// The torus of n nodes that is as square as the divisors allow, with both sizes at least 3 and the
/// first not larger than the second; nothing if there is none.
std::optional<std::vector<Node>> squarest_torus(Node n);

}  // namespace lightsweep::kernels
