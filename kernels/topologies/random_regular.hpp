#pragma once
// Random regular graphs, the same on every platform.
//
// Random pairing of the nodes' ports, which refuses loops and double links as they arise (Steger &
// Wormald 1999: asymptotically uniform over the simple regular graphs). A dead end starts over, and
// so does a graph that is not connected. Degrees above (n-1)/2 take the complement, which is
// connected by Dirac's condition. Random numbers come from std::mt19937_64, whose output the
// standard fixes, and are mapped to ranges here, because the standard's distributions differ
// between libraries.

#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

/// Links in both directions, sorted, capacity 1 each: a simple connected graph in which every node
/// has the given degree. Throws std::invalid_argument if degree < 0 or > n-1, if n * degree is odd,
/// or if no such graph is connected (degree 0 or 1 on more nodes).
std::vector<Edge> random_regular_links(Node n, Node degree, std::uint64_t seed);

}  // namespace lightsweep::kernels
