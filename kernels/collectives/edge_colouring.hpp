#pragma once
// Exact edge colouring: splits a list of transfers into the fewest rounds when a node has more
// circuits than transmitters or receivers (PCCL, "limited transmitters and receivers").
//
// Transfers are the edges of a bipartite multigraph: senders left, receivers right. By Koenig
// (1916) its edges have a proper colouring with as many colours as the largest degree. A node with
// limit L counts as L nodes that share its transfers, so the fewest rounds are
//
//     rounds = ceil(largest degree / L)
//
// No search is needed: the node of the largest degree needs that many rounds in any case.
//
// Method (Gabow 1976): pad the graph to a regular one of at most 2 E + rounds edges. While the
// degree is even, halve it; where it is odd, remove a perfect matching. After one half is coloured,
// hand some of its colours to the other half, so that the other half's degree is a power of two and
// halving alone colours it. One matching per odd degree on the way down: O(E log E) in total.

#include <span>
#include <vector>

#include "kernels/topologies/link_graph.hpp"

namespace lightsweep::kernels {

/// The way out when a node has more circuits than transmitters or receivers: more rounds. (The
/// other way is one round, in which every circuit gets 1 / degree of its node's bandwidth.)
struct TransferSplit {
    /// Largest number of transfers that one node sends or receives; 0 if there are none.
    Node degree = 0;
    /// The number of rounds, and the round of every transfer in 0 .. rounds-1. No round is empty.
    /// Each transfer keeps the bytes that it had in the round that was split.
    Node rounds = 0;
    std::vector<Node> round;
};

/// Splits the transfers among `nodes` nodes so that no node sends or receives more than `limit` per
/// round; repeated pairs are allowed. Throws std::invalid_argument if limit < 1, if an end is not
/// in 0 .. nodes-1, or if a transfer goes from a node to itself.
///
/// Check by hand, all pairs of 8 nodes: 7 rounds under limit 1, 4 under limit 2, 1 under limit 7.
TransferSplit split_transfers(Node nodes, std::span<const Pair> transfers, Node limit);

}  // namespace lightsweep::kernels
