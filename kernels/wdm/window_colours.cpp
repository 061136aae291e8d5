#include "kernels/wdm/window_colours.hpp"

#include <algorithm>

namespace lightsweep::kernels {

namespace {

/// Divisors of n that are at most `limit`, falling.
std::vector<std::int64_t> divisors_to(std::int64_t n, std::int64_t limit) {
    std::vector<std::int64_t> found;
    for (std::int64_t d = 1; d * d <= n; ++d) {
        if (n % d) continue;
        if (d <= limit) found.push_back(d);
        if (d * d != n && n / d <= limit) found.push_back(n / d);
    }
    std::sort(found.rbegin(), found.rend());
    return found;
}

/// Places hops for one reach or for many: divisions are done once per hop, not once per pair.
class HopSearch {
  public:
    HopSearch(std::int64_t n, std::int64_t reach)
        : divisors_(divisors_to(n, 2 * reach)),
          alone_(static_cast<std::size_t>(reach) + 1),
          stays_alone_(alone_.size()),
          placed_(alone_.size()) {
        for (std::int64_t h = 1; h <= reach; ++h) {
            alone_[h] = hop_wavelengths(n, h);
            stays_alone_[h] = n % h == 0;
        }
    }
    /// Calls place(HopPair) for the hops 1 .. reach, the longest first; returns the wavelengths.
    /// The search for the divisor that a hop of h may fill starts where longer hops found theirs.
    template <typename Place>
    std::int64_t place_hops(std::int64_t reach, const Place& place) {
        std::fill_n(placed_.begin(), reach + 1, 0);
        std::int64_t sum = 0;
        auto first = divisors_.begin();
        for (auto h = reach; h >= 1; --h) {
            const auto i = static_cast<std::size_t>(h);
            if (placed_[i]) continue;
            while (first != divisors_.end() && *first >= 2 * h) ++first;
            const auto second = stays_alone_[i] ? 0 : partner(h, first);
            place(HopPair{h, second, sum});
            sum += second ? h + second : alone_[i];
        }
        return sum;
    }

  private:
    using Divisor = std::vector<std::int64_t>::const_iterator;
    /// The longest free hop g < h with g + h among the divisors, no longer free; 0 if there is
    /// none.
    std::int64_t partner(std::int64_t h, Divisor d) {
        for (; d != divisors_.end() && *d > h; ++d) {
            auto& taken = placed_[*d - h];
            if (taken) continue;
            taken = 1;
            return *d - h;
        }
        return 0;
    }

    std::vector<std::int64_t> divisors_, alone_;
    std::vector<char> stays_alone_, placed_;
};

}  // namespace

HopConstruction plan_hops(std::int64_t n, std::int64_t reach) {
    HopConstruction plan;
    plan.wavelengths = HopSearch(n, reach).place_hops(
        reach, [&](const HopPair& pair) { plan.pairs.push_back(pair); });
    return plan;
}

std::vector<std::int64_t> hop_plan_widths(std::int64_t n, std::int64_t reach) {
    HopSearch search(n, reach);
    std::vector<std::int64_t> widths(static_cast<std::size_t>(reach) + 1);
    for (std::int64_t d = 1; d <= reach; ++d)
        widths[d] = search.place_hops(d, [](const HopPair&) {});
    return widths;
}

}  // namespace lightsweep::kernels
