#pragma once
// The links of the topology families, in the order of their senders.

#include "kernels/topology.hpp"

namespace lightsweep::kernels {

/// Rings (around) or lines of one link each way between neighbours in every dimension, each of the
/// given capacity; row-major coordinates. Size 2 with `around`: one link of twice the capacity.
std::vector<Edge> lattice_links(const std::vector<Node>& dims, double capacity, bool around);

/// j <-> j xor 2^k; n a power of two.
std::vector<Edge> hypercube_links(Node n, double capacity);

/// j -> j + offset, 0 < offset < n, of capacities[i] for offsets[i].
std::vector<Edge> circulant_links(Node n, const std::vector<Node>& offsets,
                                  const std::vector<double>& capacities);

/// j -> factor j + a (mod n) for a = first .. first + count - 1: loops dropped, parallel links
/// merged, capacity 1 each. factor d, first 0: de Bruijn; factor -d, first -d: Kautz.
std::vector<Edge> affine_links(Node n, std::int64_t factor, std::int64_t first, Node count);

/// Every node reaches every other.
bool is_strongly_connected(Node n, const std::vector<Edge>& links);

}  // namespace lightsweep::kernels
