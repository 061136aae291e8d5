#pragma once
// Wavelengths of lightpaths that many nodes of a ring launch alike.
//
// A run of hops h_1, .., h_k launched by every node, of total length S, is laid end to end along
// the ring: node v's i-th hop belongs to the run that starts h_1 + .. + h_(i-1) before it. If S
// divides N, runs that start S apart share a wavelength: S wavelengths. Otherwise the ring is cut
// into floor(N / S) blocks as equal as can be; runs that start at the same place of their blocks
// share one: as many wavelengths as the longest block has nodes, S + ceil((N mod S) / floor(N /
// S)).

#include <cstdint>
#include <vector>

namespace lightsweep::kernels {

/// A ring of n nodes cut into blocks of at least `length` nodes, the longer ones first.
struct RingBlocks {
    std::int64_t nodes, length, count, longer;

    /// 1 <= length <= nodes.
    RingBlocks(std::int64_t n, std::int64_t least)
        : nodes(n), length(n / (n / least)), count(n / least), longer(n % (n / least)) {}

    /// Nodes of the longest block: the wavelengths of runs of the given length.
    std::int64_t wavelengths() const { return length + (longer > 0); }
    /// Place of a node within its block.
    std::int64_t place(std::int64_t node) const {
        const auto head = longer * (length + 1);
        return node < head ? node % (length + 1) : (node - head) % length;
    }
};

/// Wavelengths of one hop of h segments from every node of a ring of n, h <= n.
inline std::int64_t hop_wavelengths(std::int64_t n, std::int64_t h) {
    return RingBlocks(n, h).wavelengths();
}

/// Hops that share wavelengths: the second follows the first (0: none).
struct HopPair {
    std::int64_t first, second;
    std::int64_t begin;  ///< first wavelength of the pair
};

/// Wavelengths for the hops 1 .. reach from every node of a ring of n: the longest first, alone
/// where it divides n, else with the longest one left that fills a divisor of n with it, else in
/// blocks.
struct HopPlan {
    std::vector<HopPair> pairs;
    std::int64_t wavelengths = 0;
};
HopPlan plan_hops(std::int64_t n, std::int64_t reach);
/// plan_hops(n, d).wavelengths for d = 0 .. reach.
std::vector<std::int64_t> hop_plan_widths(std::int64_t n, std::int64_t reach);

/// Wavelengths per direction of the n-ring's one-stage assignment for `copies` items at once.
inline std::int64_t lifted_wavelengths(std::int64_t n, std::int64_t copies) {
    const std::int64_t half = n / 2;
    if (n % 2 == 1) return copies * half * (half + 1) / 2;
    return copies * (half * (half - 1) / 2) + (copies * half + 1) / 2;
}

}  // namespace lightsweep::kernels
