#pragma once
// Fewest wavelengths for intervals on a line that come in the order of their left ends: a colour is
// free again where its interval ends, and a new one is begun only if none is free, so that there
// are as many as the busiest segment has intervals. O(1) per interval and per segment.

#include <cstdint>
#include <vector>

namespace lightsweep::kernels {

class IntervalColours {
  public:
    /// Intervals within 0 .. length.
    explicit IntervalColours(std::int64_t length) : ending_(static_cast<std::size_t>(length) + 1) {}

    /// Colour of the interval [begin, end), begin < end; begin may not fall from call to call.
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
    /// Colours so far.
    std::int64_t count() const { return count_; }

  private:
    std::vector<std::vector<std::int64_t>> ending_;
    std::vector<std::int64_t> free_{};
    std::int64_t count_ = 0, swept_ = 0;
};

}  // namespace lightsweep::kernels
