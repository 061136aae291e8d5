#pragma once
// Reads a topology from one text, for lists of topologies: "ring", "ring-split", "circulant(1,-9)",
// "torus2d(8x8)", "kautz(4)", "random-regular(4,7)". The numbers in brackets are offsets, sizes,
// the degree, or degree and seed. An ending "-split" or "-full" says what the bandwidth of a node
// means for its links.

#include "kernels/topologies/topology_table.hpp"

namespace lightsweep::kernels {

/// The topology on n nodes; `otherwise` applies where the text says neither split nor full. Throws
/// std::invalid_argument that names the text and the remedy.
Topology topology_of_text(std::string_view text, Node n, LinkBandwidth otherwise);

}  // namespace lightsweep::kernels
