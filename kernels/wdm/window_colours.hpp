#pragma once
// Wavelengths of lightpaths that every node of a ring launches in the same form.
//
// Every node launches a run of hops h_1, .., h_k of total length S, laid end to end along the ring:
// node v's i-th hop belongs to the run that starts h_1 + .. + h_(i-1) before v. If S divides N,
// runs that start S apart share a wavelength: S wavelengths. Otherwise the ring is cut into floor(N
// / S) blocks that are as equal as possible, and runs that start at the same place of their blocks
// share a wavelength: as many wavelengths as the longest block has nodes, S + ceil((N mod S) /
// floor(N / S)).

#include <cstdint>
#include <vector>

namespace lightsweep::kernels {

/// A ring of n nodes, cut into blocks of at least `length` nodes; longer blocks come first.
struct RingBlocks {
    std::int64_t nodes, length, count, longer;

    /// `least` is the smallest allowed block, 1 <= least <= n.
    RingBlocks(std::int64_t n, std::int64_t least)
        : nodes(n), length(n / (n / least)), count(n / least), longer(n % (n / least)) {}

    /// Nodes of the longest block: the number of wavelengths for runs of the given length.
    std::int64_t wavelengths() const { return length + (longer > 0); }
    /// Position of a node within its block.
    std::int64_t place(std::int64_t node) const {
        const auto head = longer * (length + 1);
        return node < head ? node % (length + 1) : (node - head) % length;
    }
};

/// Number of wavelengths if every node of a ring of n launches one hop of h segments, h <= n.
inline std::int64_t hop_wavelengths(std::int64_t n, std::int64_t h) {
    return RingBlocks(n, h).wavelengths();
}

/// Two hops that share wavelengths: the second follows the first (0: no second hop).
struct HopPair {
    std::int64_t first, second;
    std::int64_t begin;  ///< first wavelength of the pair
};

/// Wavelengths for the hops 1 .. reach from every node of a ring of n. The longest remaining hop
/// goes alone if it divides n, otherwise together with the longest other hop that fills a divisor
/// of n with it, otherwise in blocks.
struct HopConstruction {
    std::vector<HopPair> pairs;
    std::int64_t wavelengths = 0;
};
HopConstruction plan_hops(std::int64_t n, std::int64_t reach);
/// Wavelengths of plan_hops(n, d) for d = 0 .. reach.
std::vector<std::int64_t> hop_plan_widths(std::int64_t n, std::int64_t reach);

/// Wavelengths per direction of the one-stage assignment on an n-ring, for `copies` items at once.
inline std::int64_t lifted_wavelengths(std::int64_t n, std::int64_t copies) {
    const std::int64_t half = n / 2;
    if (n % 2 == 1) return copies * half * (half + 1) / 2;
    return copies * (half * (half - 1) / 2) + (copies * half + 1) / 2;
}

}  // namespace lightsweep::kernels
