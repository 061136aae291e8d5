#pragma once
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

#include <span>
#include <vector>

#include "kernels/permutations/permutation.hpp"

namespace lightsweep::kernels {

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
