#pragma once
// Table of the topologies by name, for sweep files. An edge list has no row, because its links come
// from a file.

#include <span>

#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

/// Parameters of the table's topologies besides the number of nodes; each row says which ones it
/// reads.
struct TopologyParameters {
    Node n = 0;
    std::vector<Node> dims{};             ///< empty: default_dims() decides
    std::vector<std::int64_t> offsets{};  ///< signed, directed
    Node degree = 0;                      ///< 0: not given
    std::uint64_t seed = 0;
    LinkBandwidth link_bandwidth = LinkBandwidth::full;
};

struct TopologyRow {
    std::string_view name;
    std::string_view summary;
    int dimensions;      ///< number of sizes in dims; 0: does not read dims
    bool reads_offsets;  ///< reads offsets and needs at least one
    bool reads_degree;   ///< reads degree and needs it
    bool reads_seed;
};

/// All rows: ring, ring-uni, torus2d, torus3d, grid2d, grid3d, hypercube, circulant, de-bruijn,
/// kautz, random-regular.
std::span<const TopologyRow> topology_table();

/// Builds a topology by name. Parameters that it does not read are ignored. Throws
/// std::invalid_argument with the value and the remedy for an unknown name, a missing parameter, or
/// a value that the topology's constructor refuses.
Topology make_topology(std::string_view name, const TopologyParameters& parameters);

/// Default sizes: ascending powers of two, as equal as possible: 64 -> 8x8, 4x4x4; 32 -> 4x8.
/// Throws std::invalid_argument if n is not a power of two.
std::vector<Node> default_dims(Node n, int dimensions);

// Reads a topology from one text, for lists of topologies: "ring", "ring-split", "circulant(1,-9)",
// "torus2d(8x8)", "kautz(4)", "random-regular(4,7)". The numbers in brackets are offsets, sizes,
// the degree, or degree and seed. An ending "-split" or "-full" says what the bandwidth of a node
// means for its links.

/// The topology on n nodes; `otherwise` applies where the text says neither split nor full. Throws
/// std::invalid_argument that names the text and the remedy.
Topology topology_of_text(std::string_view text, Node n, LinkBandwidth otherwise);

}  // namespace lightsweep::kernels
