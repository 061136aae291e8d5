#pragma once
// The topologies by name, for sweep files. An edge list is no row: its links come from a file.

#include <span>

#include "kernels/topology.hpp"

namespace lightsweep::kernels {

/// What a topology of the table may need beside its number of nodes; each row says what it reads.
struct TopologyParameters {
    Node n = 0;
    std::vector<Node> dims{};             ///< empty: default_dims
    std::vector<std::int64_t> offsets{};  ///< signed, directed
    Node degree = 0;                      ///< 0: not given
    std::uint64_t seed = 0;
    LinkBandwidth link_bandwidth = LinkBandwidth::full;
};

struct TopologyRow {
    std::string_view name;
    std::string_view summary;
    int dimensions;      ///< of dims; 0: reads no dims
    bool reads_offsets;  ///< and needs at least one
    bool reads_degree;   ///< and needs it
    bool reads_seed;
};

/// ring, ring-uni, torus2d, torus3d, grid2d, grid3d, hypercube, circulant, de-bruijn, kautz,
/// random-regular.
std::span<const TopologyRow> topology_table();

/// Throws std::invalid_argument naming the value and the remedy: an unknown name, a missing
/// parameter, or what the topology's constructor refuses. Parameters that it does not read are
/// ignored.
Topology make_topology(std::string_view name, const TopologyParameters& parameters);

/// Ascending powers of two as equal as possible: 64 -> 8x8, 4x4x4; 32 -> 4x8. Throws
/// std::invalid_argument if n is no power of two.
std::vector<Node> default_dims(Node n, int dimensions);

}  // namespace lightsweep::kernels
