#pragma once
// Shortest paths in links on any topology, by breadth-first search from every sender.

#include "kernels/permutations/demand.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

/// Links from source to every node; -1 where no path exists. O(n + links).
std::vector<Node> hops_from(Node source, Node n, const std::vector<Edge>& links);

/// Links of the longest shortest path over the demand's pairs; 0 if no node sends, -1 if some pair
/// is not connected. O(n (n + links)) per permutation.
Node longest_shortest_path(const Topology& topology, const Demand& demand);

/// Distances on a topology [links].
struct PathLengths {
    enum class Shape : std::uint8_t { directed_ring, ring, other };

    Node diameter;    ///< length of the longest shortest path of any pair
    double mean_sum;  ///< sum of the distances from a node to all others, mean over the nodes
    Shape shape = Shape::other;
    /// Per distance from 0 on the most nodes that are so near to a node, or from it; empty for
    /// rings, and where they are not known.
    std::vector<Node> within{};
    /// On a torus: the sum of the distances from a node along each dimension alone.
    std::vector<double> dimension_sums{};
    /// Sum of the squares of the distances from a node to all others, mean over the nodes.
    double square_sum = 0;
    /// Sizes of the dimensions of a ring or torus; empty for others.
    std::vector<Node> dims{};

    /// The most nodes that so many links reach from a node, itself among them.
    std::int64_t ball(std::int64_t links) const;
    /// The least number of links that reach so many nodes, where they can be reached.
    std::int64_t hops_to(std::int64_t nodes) const;
    /// mean_sum, or more where the links of one dimension alone have more to carry: every
    /// dimension has an equal part of the links.
    double busiest_sum() const;
};

/// Computes the distances: rings and tori in closed form, others in O(n (n + links)). Throws
/// std::invalid_argument if some pair is not connected.
PathLengths path_lengths(const Topology& topology);

}  // namespace lightsweep::kernels
