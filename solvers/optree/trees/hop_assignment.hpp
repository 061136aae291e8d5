#pragma once
// Wavelengths for the hops that every node of a ring launches equally in one step and direction.
//
// The hops are laid end to end in blocks (kernels/wdm/window_colours.hpp). One block for all hops
// costs their total length if that fits a divisor of N. On other rings, the hops longer than 1 go
// into several blocks, and the hops of 1 use the gaps on each segment: every segment carries each
// hop of length h exactly h times, so w - (sum of the long hops) wavelengths are free everywhere.
// Where blocks fail too, strands may succeed (hop_strands.cpp).

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/wdm/window_colours.hpp"

namespace lightsweep::solvers::optree {

/// Place of one hop, which determines its wavelength.
struct PlacedHop {
    std::int32_t block;   ///< index of its block; -1: a hop of 1 in the gaps
    std::int32_t prefix;  ///< hops before it in its block [segments]; for gap hops their number
};

struct HopBlock {
    kernels::RingBlocks runs;
    std::int32_t first_wavelength;
};

/// Places of all hops, in the order of the given hops.
struct HopAssignment {
    std::vector<PlacedHop> hops{};
    std::vector<HopBlock> blocks{};
    /// Strands instead of blocks: one table per long hop.
    std::vector<std::vector<std::int16_t>> tables{};
    std::int32_t gap_hops = 0;
};

/// An assignment; nothing if no assignment of this kind fits w wavelengths on a ring of n.
std::optional<HopAssignment> assign_hops(std::int64_t n, std::int64_t wavelengths,
                                         const std::vector<std::int32_t>& hops);

/// Wavelength of every hop from every node, counted along the direction of travel.
class HopWavelengths {
  public:
    HopWavelengths(std::int64_t n, std::int64_t wavelengths, const std::vector<std::int32_t>& hops,
                   const HopAssignment& assignment);

    /// position: position of the sender, counted along the direction of travel.
    std::int16_t operator()(std::size_t hop, std::int64_t position) const;

  private:
    void fill_places(const HopAssignment& assignment);
    void find_gaps(std::int64_t wavelengths, const std::vector<std::int32_t>& hops);

    std::int64_t n_;
    std::vector<PlacedHop> hops_;
    std::size_t gap_hops_;
    std::vector<std::vector<std::int16_t>> places_{};  ///< per block and position
    std::vector<std::int16_t> gaps_{};                 ///< per position and gap hop
};

// Strands around the ring: wavelengths for long hops on rings where no blocks fit.
//
// Every segment carries w wavelengths, those of the long hops and free ones. Cut the ring before
// node 0 and follow the w wavelengths once around as strands. The arcs over the cut are strands in
// flight at the start. Each of them must be free again at the node where its arc begins; this is
// its deadline. At each node one free strand takes each hop, such that it lands before its
// deadline. Heuristic: the strand is drawn by rank (tight or loose against its deadline) with
// seeded ties, in several attempts. A failure proves nothing.

/// Table [hop][node along the direction of travel] -> wavelength, for hops > 1 with a sum of at
/// most w.
using StrandTables = std::vector<std::vector<std::int16_t>>;
std::optional<StrandTables> lay_strands(std::int64_t n, std::int64_t wavelengths,
                                        const std::vector<std::int32_t>& hops);

}  // namespace lightsweep::solvers::optree
