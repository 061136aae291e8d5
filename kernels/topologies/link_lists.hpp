#pragma once
// Link lists of the topology families, in the order of their senders.

#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

/// Memory of a link in all lists that a flow or a count of paths keeps of it [B], as measured.
inline constexpr double link_bytes = 100;

/// Throws std::length_error in words if so many links take more memory than a structure may.
void require_links(double links, const std::string& what);

/// Rings (around) or lines in every dimension, with one link of the given capacity each way between
/// neighbours; row-major coordinates. With `around`, size 2 gives one link of twice the capacity.
std::vector<Edge> lattice_links(const std::vector<Node>& dims, double capacity, bool around);

/// Links j <-> j xor 2^k; n must be a power of two.
std::vector<Edge> hypercube_links(Node n, double capacity);

/// Links j -> j + offset with 0 < offset < n; offsets[i] has capacities[i].
std::vector<Edge> circulant_links(Node n, const std::vector<Node>& offsets,
                                  const std::vector<double>& capacities);

/// Links j -> factor j + a (mod n) for a = first .. first + count - 1, capacity 1 each; loops are
/// dropped and parallel links merged. factor d, first 0: de Bruijn; factor -d, first -d: Kautz.
std::vector<Edge> affine_links(Node n, std::int64_t factor, std::int64_t first, Node count);

/// Whether every node reaches every other node.
bool is_strongly_connected(Node n, const std::vector<Edge>& links);

// Random regular graphs, the same on every platform.
//
// Random pairing of the nodes' ports, which refuses loops and double links as they arise (Steger &
// Wormald 1999: asymptotically uniform over the simple regular graphs). A dead end starts over, and
// so does a graph that is not connected. Degrees above (n-1)/2 take the complement, which is
// connected by Dirac's condition. Random numbers come from std::mt19937_64, whose output the
// standard fixes, and are mapped to ranges here, because the standard's distributions differ
// between libraries.

/// Links in both directions, sorted, capacity 1 each: a simple connected graph in which every node
/// has the given degree. Throws std::invalid_argument if degree < 0 or > n-1, if n * degree is odd,
/// or if no such graph is connected (degree 0 or 1 on more nodes).
std::vector<Edge> random_regular_links(Node n, Node degree, std::uint64_t seed);

}  // namespace lightsweep::kernels
