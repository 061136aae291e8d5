#pragma once
// Shortest paths on any simple graph by the rules lex and ecmp (kernels/path_congestion.hpp), from
// tables of distances. Beyond table_nodes nodes the distances to a target are found when a round
// needs them, which needs no more memory than the graph.

#include <vector>

#include "kernels/path_congestion.hpp"

namespace lightsweep::kernels {

class GraphPaths {
  public:
    static constexpr Node table_nodes = 4096;

    GraphPaths(const Topology& topology, bool splits);

    PathUse operator()(std::span<const Pair> round) const;
    Node degree() const { return degree_; }

  private:
    using Distance = std::int32_t;
    struct Walker;
    struct Loads;
    /// Rows of the distances of all nodes to `count` targets, side by side; the queue has room for
    /// count * (n + 1) nodes.
    void fill_distances(Node first_target, Node count, Distance* distance,
                        std::vector<Node>& queue) const;
    /// Every walker to its end.
    void walk(Loads& loads) const;
    void spread(Node from, Node to, const Distance* to_target, Loads& loads) const;
    PathUse summed(const std::vector<Loads>& blocks) const;

    Node n_, degree_ = 1;
    bool splits_;
    std::vector<std::int32_t> first_, first_in_;  ///< links of a node, those that end there
    std::vector<Node> to_, from_;
    std::vector<std::int32_t> opposite_;  ///< link back, or -1
    std::vector<Distance> table_;         ///< [target][node]; empty: too many nodes
};

}  // namespace lightsweep::kernels
