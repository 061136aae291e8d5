#pragma once
// What a step costs on circuits that share a node's lanes: hops and concurrent flow where they are
// known exactly, nothing where they are not.
//
//   circuits                              step             value
//   one permutation                       any              paths are unique, matching_flow
//   +g and -g, half the lanes each        shift, exchange  x both ways: N / (2 x (N - x)); chords
//   shifts                                shift            kernels/circulant_flow.hpp
//   exclusive-ors                         exclusive-or     a program over the masks' subsets
//   two exchanges (Swing)                 exchange         chords of their alternating cycles
//   a torus                               one that acts in its dimensions, kernels/product_flow.hpp
//   any                                   its own circuits direct, count / k or a torus' links
//
// The last row, and several permutations at a time, use no other circuits than their own: a rule of
// this accounting, under which the value is exact. Where none of these applies and the circuits are
// two-way cycles or a torus, one route per pair (shorter way round; first dimension first) proves a
// flow, and the distances bound every other (theta < theta_high). Anything else is unreachable:
// never estimated.

#include <memory>
#include <optional>
#include <vector>

#include "kernels/demand.hpp"
#include "kernels/step_flow.hpp"
#include "kernels/topology.hpp"

namespace lightsweep::kernels {

/// flow: a pair's bytes may take several ways at once. path: each takes one shortest way, of two
/// the one over the positive offset, on the cycles of two exchanges the one ahead (from the
/// cycle's first node over the first exchange), else over the fewest circuits of the last
/// permutation. direct: own circuits alone, whatever ways there are.
enum class LaneRoute { flow, path, direct };

/// Steps on one topology of lanes, or on a torus whose links share b. Copies share what they know.
class LaneFlow {
  public:
    /// Throws std::invalid_argument for any other kind of topology. shifts: offsets that will be
    /// asked for, which are solved together where the circuits are shifts; empty: all.
    LaneFlow(Topology topology, LaneRoute route, std::vector<Node> shifts = {});
    /// Thread-safe.
    StepFlow operator()(const Demand& demand) const;

  private:
    struct Shifts;
    StepFlow one(const Permutation& demand) const;
    StepFlow on_torus(const Permutation& demand) const;
    /// Every pair over circuits of its own.
    StepFlow each_direct(const Demand& demand) const;
    /// Of b, on the circuits of that permutation; 0 if there are none.
    double share_of(const Permutation& circuits) const;
    std::optional<StepFlow> closed_form(const Permutation& demand) const;

    Topology topology_;
    LaneRoute route_;
    std::shared_ptr<Shifts> shifts_;  ///< all of them, where the circuits are shifts
};

/// The mask, if the permutation is an exclusive-or: also half way around, which is a shift as well.
std::optional<Node> mask_of(const Permutation& permutation);

/// 2D torus that n nodes form unless sizes are given: as square as the divisors allow, both sizes
/// at least 3, the first not larger. Nothing if there is none.
std::optional<std::vector<Node>> squarest_torus(Node n);

}  // namespace lightsweep::kernels
