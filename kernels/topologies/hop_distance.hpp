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
    Node diameter;    ///< length of the longest shortest path of any pair
    double mean_sum;  ///< sum of the distances from a node to all others, mean over the nodes
};

/// Computes the distances: rings and tori in closed form, others in O(n (n + links)). Throws
/// std::invalid_argument if some pair is not connected.
PathLengths path_lengths(const Topology& topology);

}  // namespace lightsweep::kernels
