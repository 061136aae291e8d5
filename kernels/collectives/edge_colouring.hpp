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

#include "kernels/permutations/permutation.hpp"
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

// Halving and perfect matchings of regular bipartite multigraphs in nearly linear time: the two
// operations behind the exact edge colouring (edge_colouring.hpp).
//
// Halving. Every node pairs up its edges, so an edge has one partner at its left end and one at its
// right end. Following partners gives cycles of even length. Colouring each cycle alternately puts
// one edge of every pair into either half (the Euler split, Gabow 1976). O(edges).
//
// Matching (Alon 2003). Give every edge the multiplicity floor(2^t / degree), with 2^t >= edges,
// and every node pair (i, i) an artificial edge for the rest, so that all degrees are 2^t. Halve t
// times and keep the half with fewer artificial edges. There are fewer than 2^t of them at the
// start, hence none at the end, where every node has exactly one edge. O(edges log edges).

/// Index of an edge.
using EdgeIndex = std::int32_t;

struct BipartiteEdge {
    Node left, right;
};

/// Works on subsets of one multigraph's edges, given as lists of edge indices. Not thread-safe: it
/// keeps a workspace.
class EulerSplit {
  public:
    /// Nodes 0 .. nodes-1 on either side. Memory: 21 bytes per edge.
    EulerSplit(Node nodes, std::vector<BipartiteEdge> edges);

    /// Reorders the edges so that each node has the same number of them in the first half as in the
    /// second. Every node must have an even number of them. O(edges).
    void halve(std::span<EdgeIndex> edges);

    /// Moves the edges of a perfect matching to the front. Every node must have exactly `degree` >=
    /// 1 of the edges. O(edges log edges).
    void matching_first(std::span<EdgeIndex> edges, Node degree);

    Node nodes() const { return nodes_; }

  private:
    void pair_up(std::span<const EdgeIndex> edges);
    void halve_multiplicities();
    bool artificial(EdgeIndex edge) const { return edge >= artificial_; }

    Node nodes_;
    EdgeIndex artificial_;  ///< the edges from this index on are the artificial ones (i, i)
    std::vector<BipartiteEdge> edges_;
    std::vector<EdgeIndex> left_partner_, right_partner_;
    std::vector<EdgeIndex> open_left_, open_right_;  ///< the node's edge without a partner, or -1
    std::vector<signed char> side_;                  ///< half of an edge: 0, 1, or -1
    std::vector<EdgeIndex> buffer_, odd_, present_;
    std::vector<std::int64_t> multiplicity_;  ///< multiplicity of each edge in present_
};

}  // namespace lightsweep::kernels
