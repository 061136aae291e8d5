#pragma once
// More circuits than transmitters or receivers: a list of transfers in as few rounds as the limit
// per node allows (PCCL, "limited transmitters and receivers").
//
// Transfers are the edges of a bipartite multigraph, senders left and receivers right. Koenig
// (1916): its edges have a proper colouring with as many colours as the largest degree. A node with
// limit L counts as L nodes that share its transfers, so the fewest rounds are
//
//     rounds = ceil(largest degree / L)
//
// and no search is needed: that many are necessary at the node of the largest degree.
//
// Method (Gabow 1976): pad to a regular graph of at most 2 E + rounds edges; halve while the degree
// is even; take a perfect matching away where it is odd; after colouring one half, hand so many of
// its colours to the other half that the latter's degree is a power of two, which halving alone
// colours. One matching per degree on the way down: O(E log E) in all.

#include <span>
#include <vector>

#include "kernels/link_graph.hpp"

namespace lightsweep::kernels {

/// Both ways out when a node has more circuits than transmitters or receivers.
struct TransferSplit {
    /// Most transfers that one node sends or receives; 0 if there are none.
    Node degree = 0;
    /// Splitting rounds: how many there are, and the round of every transfer, 0 .. rounds-1. No
    /// round is empty; each carries the same bytes per transfer as the round that was split.
    Node rounds = 0;
    std::vector<Node> round;

    /// Splitting circuits: one round, in which every circuit has this share of its node's
    /// bandwidth: 1 / degree, and 1 if there are no transfers.
    double circuit_share() const { return degree > 1 ? 1.0 / degree : 1.0; }
};

/// Splits transfers among `nodes` nodes, repeated pairs allowed, so that no node sends or receives
/// more than `limit` per round. Throws std::invalid_argument if limit < 1, an end is not in
/// 0 .. nodes-1 or a transfer goes from a node to itself.
///
/// All pairs of 8 nodes: 7 rounds under limit 1, 4 under limit 2, 1 under limit 7.
TransferSplit split_transfers(Node nodes, std::span<const Pair> transfers, Node limit);

}  // namespace lightsweep::kernels
