#pragma once
// Halving and perfect matchings of regular bipartite multigraphs, in (nearly) linear time: what an
// exact edge colouring is made of.
//
// Halving. At every node pair up the edges. An edge has a partner on its left and one on its right,
// so following partners goes round in cycles of even length; colouring each cycle alternately puts
// one edge of every pair into either half (the Euler split, Gabow 1976).
//
// Matching (Alon 2003). Give every edge the multiplicity floor(2^t / degree), with 2^t >= edges,
// and every node pair (i, i) an artificial edge for the rest, so that all degrees are 2^t. Halve
// t times, keeping the half with fewer artificial edges: there are less than 2^t at the start, so
// none at the end, where every node has one edge.

#include <span>
#include <vector>

#include "kernels/permutation.hpp"

namespace lightsweep::kernels {

/// Index of an edge.
using EdgeIndex = std::int32_t;

struct BipartiteEdge {
    Node left, right;
};

/// Work on subsets of one multigraph's edges, given as lists of edge indices. Not thread-safe: it
/// keeps its workspace.
class EulerSplit {
  public:
    /// Nodes 0 .. nodes-1 on either side. Memory: 21 bytes per edge.
    EulerSplit(Node nodes, std::vector<BipartiteEdge> edges);

    /// Reorders the edges so that each node has as many in the first half as in the second. Every
    /// node has an even number of them. O(edges).
    void halve(std::span<EdgeIndex> edges);

    /// Moves the edges of a perfect matching to the front. Every node has `degree` >= 1 of the
    /// edges. O(edges log edges).
    void matching_first(std::span<EdgeIndex> edges, Node degree);

    Node nodes() const { return nodes_; }

  private:
    void pair_up(std::span<const EdgeIndex> edges);
    void halve_multiplicities();
    bool artificial(EdgeIndex edge) const { return edge >= artificial_; }

    Node nodes_;
    EdgeIndex artificial_;  ///< the edges from here on are the artificial (i, i)
    std::vector<BipartiteEdge> edges_;
    std::vector<EdgeIndex> left_partner_, right_partner_;
    std::vector<EdgeIndex> open_left_, open_right_;  ///< the node's edge without a partner, or -1
    std::vector<signed char> side_;                  ///< half of an edge: 0, 1, or -1
    std::vector<EdgeIndex> buffer_, odd_, present_;
    std::vector<std::int64_t> multiplicity_;  ///< of an edge in present_
};

}  // namespace lightsweep::kernels
