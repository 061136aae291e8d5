#pragma once
// Colours intervals on a line with the fewest wavelengths. Intervals must come in the order of
// their left ends. A colour is free again where its interval ends, and a new colour is used only if
// none is free, so the number of colours is the number of intervals on the busiest segment. O(1)
// per interval and per segment.

#include <cstdint>
#include <vector>

namespace lightsweep::kernels {

class IntervalColours {
  public:
    /// Accepts intervals within 0 .. length.
    explicit IntervalColours(std::int64_t length) : ending_(static_cast<std::size_t>(length) + 1) {}

    /// Colour of the interval [begin, end), begin < end; begin must not decrease from call to call.
    std::int64_t take(std::int64_t begin, std::int64_t end) {
        for (; swept_ <= begin; ++swept_) {
            const auto& freed = ending_[static_cast<std::size_t>(swept_)];
            free_.insert(free_.end(), freed.begin(), freed.end());
        }
        if (free_.empty()) free_.push_back(count_++);
        const auto colour = free_.back();
        free_.pop_back();
        ending_[static_cast<std::size_t>(end)].push_back(colour);
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
