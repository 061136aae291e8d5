#pragma once
// Shortest paths counted in links, on any topology: breadth-first search from every sender.

#include "kernels/topology.hpp"

namespace lightsweep::kernels {

/// Longest shortest path over the pairs of the permutation [links]; 0 if nobody sends, -1 if some
/// pair is not connected. O(n (n + links)).
Node longest_shortest_path(const Topology& topology, const Permutation& permutation);

}  // namespace lightsweep::kernels
