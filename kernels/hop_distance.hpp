#pragma once
// Shortest paths counted in links, on any topology: breadth-first search from every sender.

#include "kernels/demand.hpp"
#include "kernels/topology.hpp"

namespace lightsweep::kernels {

/// Links from source to every node; -1 where there is no path. O(n + links).
std::vector<Node> hops_from(Node source, Node n, const std::vector<Edge>& links);

/// Longest shortest path over the pairs of the demand [links]; 0 if nobody sends, -1 if some
/// pair is not connected. O(n (n + links)) per permutation.
Node longest_shortest_path(const Topology& topology, const Demand& demand);

/// How far apart the nodes of a topology are [links].
struct PathLengths {
    Node diameter;    ///< longest shortest path of any pair
    double mean_sum;  ///< distances from a node to all others, the mean over the nodes
};

/// Rings and tori in closed form, others in O(n (n + links)). Throws std::invalid_argument where
/// some pair is not connected.
PathLengths path_lengths(const Topology& topology);

}  // namespace lightsweep::kernels
