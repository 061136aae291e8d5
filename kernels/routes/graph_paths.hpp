#pragma once
// Shortest paths on any simple graph by the rules lex and ecmp
// (kernels/routes/path_congestion.hpp), from tables of distances. Above table_nodes nodes, the
// distances to a target are computed when a round needs them, so that memory stays proportional to
// the graph.

#include <vector>

#include "kernels/routes/path_congestion.hpp"

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
    /// Fills the rows of distances of all nodes to `count` targets, side by side. The queue must
    /// have room for count * (n + 1) nodes.
    void fill_distances(Node first_target, Node count, Distance* distance,
                        std::vector<Node>& queue) const;
    /// Moves every walker to its target.
    void walk(Loads& loads) const;
    void spread(Node from, Node to, const Distance* to_target, Loads& loads) const;
    void count_blocks(std::span<const Pair> round, std::vector<Loads>& blocks) const;
    /// Adds the loads to the sums; false if a transfer has no path.
    static bool add(std::span<const Loads> blocks, std::vector<double>& sum, PathUse& use);
    void find_busiest(const std::vector<double>& sum, PathUse& use) const;

    Node n_, degree_ = 1;
    bool splits_;
    /// First link of a node; first link that ends there.
    std::vector<std::int32_t> first_, first_in_;
    std::vector<Node> to_, from_;
    std::vector<std::int32_t> opposite_;  ///< link in the opposite direction, or -1
    std::vector<Distance> table_;         ///< [target][node]; empty if there are too many nodes
};

}  // namespace lightsweep::kernels
