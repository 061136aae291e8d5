#pragma once
// Steps that send to several nodes at once, on nodes of few optical transmitters and receivers
// (PCCL, "limited transmitters and receivers"). A node of k circuits on L transmitters, k > L:
//
//   rounds    the step becomes ceil(k / L) rounds of at most L circuits per node, each a step of
//   its
//             own with the same bytes per transfer: exact, no split has fewer
//             (kernels/edge_colouring.hpp)
//   circuits  one round, in which every circuit has 1 / k of the bandwidth
//
// Which transfers share a round is one of many equally short splits: an optimum over topologies is
// that of the split made here. With transmitters enough every circuit has the whole bandwidth of a
// link.

#include "kernels/collective.hpp"
#include "kernels/topology.hpp"

namespace lightsweep::kernels {

/// The collective under a limit, sequences part by part. Steps keep as few permutations as their
/// largest degree; the rule which blocks move is dropped where steps change. Throws
/// std::invalid_argument if the limit is not at least 1.
Collective with_transmitters(Collective collective, const Transmitters& limit);

/// The circuits of one step alone: its matching, or the union of its transfers, whose links share
/// the bandwidth beyond the limit.
Topology own_circuits(const Step& step, const Transmitters& limit);

}  // namespace lightsweep::kernels
