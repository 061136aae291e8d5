#pragma once
// Applies a limit of optical transmitters and receivers to steps that send to several nodes at once
// (PCCL, "limited transmitters and receivers"). Two rules serve a node of k circuits on L
// transmitters, k > L:
//
//   rounds    the step becomes ceil(k / L) rounds of at most L circuits per node. Each round is a
//             step of its own with the same bytes per transfer. No split has fewer rounds
//             (kernels/collectives/edge_colouring.hpp)
//   circuits  one round, in which every circuit has 1 / k of the bandwidth
//
// Several splits have this number of rounds and differ in the transfers that share a round. An
// optimum over topologies is the optimum for the split made here. Limit case, k <= L: every circuit
// has the whole bandwidth of a link.

#include <span>

#include "kernels/collectives/collective.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

/// Applies the limit to the collective, in a sequence part by part. A step keeps as few
/// permutations as its largest degree. Where steps change, the rule of blocks is dropped. Throws
/// std::invalid_argument if the limit is below 1.
Collective with_transmitters(Collective collective, const Transmitters& limit);

/// Some permutations of a step, by their places, with their bytes. It continues the step unless it
/// has the first one.
Step part_of(const Step& step, std::span<const std::size_t> places);

/// Gives every permutation of the step its bytes (in the unit of its share), one number each >= 0;
/// those without bytes are left out, unless none has any.
void set_bytes(Step& step, std::span<const double> bytes);

/// The step without idle permutations, equal ones as one with their bytes added; the step itself if
/// there are none of either.
Step merged(const Step& step);

/// The collective with at most `most` >= 1 peers per step, in the listed order (merged first).
Collective in_rounds(Collective collective, Node most);

/// Lanes for permutations with these bytes, one at least each, so that the largest bytes per lane
/// are as few as possible: every further lane goes to the largest bytes per lane (the first of
/// several), which is optimal. Empty if there are fewer lanes than permutations, or none.
std::vector<int> lanes_by_bytes(std::span<const double> bytes, int lanes);

/// The circuits that carry only this step: its matching, or the union of its transfers; beyond the
/// limit the links share the bandwidth.
Topology own_circuits(const Step& step, const Transmitters& limit);

}  // namespace lightsweep::kernels
