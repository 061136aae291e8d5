#pragma once
// Random regular graphs, the same on every platform.
//
// Random pairing of the nodes' ports, refusing loops and double links as they arise (Steger &
// Wormald 1999: asymptotically uniform over the simple regular graphs); a dead end starts over, and
// so does a graph that is not connected. Degrees above (n-1)/2 take the complement, which is then
// connected by Dirac's condition. Random numbers are std::mt19937_64's, whose output the standard
// fixes, mapped to ranges here: the standard's distributions differ between libraries.

#include "kernels/topology.hpp"

namespace lightsweep::kernels {

/// Links in both directions, sorted, capacity 1 each: simple, connected, every node of the given
/// degree. Throws std::invalid_argument if degree < 0 or > n-1, if n * degree is odd, or if no such
/// graph is connected (degree 0 or 1 on more nodes).
std::vector<Edge> random_regular_links(Node n, Node degree, std::uint64_t seed);

}  // namespace lightsweep::kernels
