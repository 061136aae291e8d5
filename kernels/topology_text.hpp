#pragma once
// Topologies as one text each, for lists of them: "ring", "ring-split", "circulant(1,-9)",
// "torus2d(8x8)", "kautz(4)", "random-regular(4,7)". The numbers in brackets are the offsets, the
// sizes, the degree, or degree and seed; an ending "-split" or "-full" says what the bandwidth of
// a node means for its links.

#include "kernels/topology_table.hpp"

namespace lightsweep::kernels {

/// The topology on n nodes; `otherwise` where the text does not say split or full. Throws
/// std::invalid_argument naming the text and the remedy.
Topology topology_of_text(std::string_view text, Node n, LinkBandwidth otherwise);

}  // namespace lightsweep::kernels
