#pragma once
// Strands around the ring: wavelengths for long hops on rings where no blocks fit.
//
// Every segment carries w wavelengths, those of the long hops and free ones. Cut the ring before
// node 0 and follow the w wavelengths once around as strands. The arcs over the cut are strands in
// flight at the start. Each of them must be free again at the node where its arc begins; this is
// its deadline. At each node one free strand takes each hop, such that it lands before its
// deadline. Heuristic: the strand is drawn by rank (tight or loose against its deadline) with
// seeded ties, in several attempts. A failure proves nothing.

#include <cstdint>
#include <optional>
#include <vector>

namespace lightsweep::solvers::optree {

/// Table [hop][node along the direction of travel] -> wavelength, for hops > 1 with a sum of at
/// most w.
using StrandTables = std::vector<std::vector<std::int16_t>>;
std::optional<StrandTables> lay_strands(std::int64_t n, std::int64_t wavelengths,
                                        const std::vector<std::int32_t>& hops);

}  // namespace lightsweep::solvers::optree
