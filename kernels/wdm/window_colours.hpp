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

// Colours intervals on a line with the fewest wavelengths. Intervals must come in the order of
// their left ends. A colour is free again where its interval ends, and a new colour is used only if
// none is free, so the number of colours is the number of intervals on the busiest segment. O(1)
// per interval and per segment.

class IntervalColours {
  public:
    /// Accepts intervals within 0 .. length.
    explicit IntervalColours(std::int64_t length) : ending_(static_cast<std::size_t>(length) + 1) {}

    /// Colour of the interval [begin, end), begin < end; begin must not decrease from call to call.
    std::int64_t take(std::int64_t begin, std::int64_t end) {
        for (; swept_ <= begin; ++swept_) {
            const auto& freed = ending_[swept_];
            free_.insert(free_.end(), freed.begin(), freed.end());
        }
        if (free_.empty()) free_.push_back(count_++);
        const auto colour = free_.back();
        free_.pop_back();
        ending_[end].push_back(colour);
        return colour;
    }
    /// Number of colours used so far.
    std::int64_t count() const { return count_; }

  private:
    std::vector<std::vector<std::int64_t>> ending_;
    std::vector<std::int64_t> free_{};
    std::int64_t count_ = 0, swept_ = 0;
};

}  // namespace lightsweep::kernels
