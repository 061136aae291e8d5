#pragma once
// Wavelengths for long hops on rings that no block fits: strands around the ring.
//
// Every segment is to carry w wavelengths, those of the long hops and free ones. Cut the ring
// before node 0 and follow the w wavelengths once around as strands. The arcs over the cut are
// strands in flight at the start, and each has to be back, free, at the node where its arc begins:
// its deadline. At each node one free strand takes each hop, so that it lands before its deadline.
// Heuristic: which strand is drawn by rank (tight or loose against its deadline) with seeded ties,
// some attempts; nothing found proves nothing.

#include <cstdint>
#include <optional>
#include <vector>

namespace lightsweep::solvers::optree {

/// [hop][node along the direction of travel] -> wavelength; hops > 1 with a sum of at most w.
using StrandTables = std::vector<std::vector<std::int16_t>>;
std::optional<StrandTables> lay_strands(std::int64_t n, std::int64_t wavelengths,
                                        const std::vector<std::int32_t>& hops);

}  // namespace lightsweep::solvers::optree
