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

/// The longest free hop g < h with g + h among the divisors; 0 if there is none.
std::int64_t partner(std::int64_t h, const std::vector<std::int64_t>& divisors,
                     const std::vector<bool>& placed) {
    for (const auto d : divisors)
        if (d > h && d < 2 * h && !placed[d - h]) return d - h;
    return 0;
}

/// Calls place(h, partner or 0) for the hops 1 .. reach, the longest first. `placed` is scratch.
template <typename Place>
void pair_hops(std::int64_t n, std::int64_t reach, const std::vector<std::int64_t>& divisors,
               std::vector<bool>& placed, const Place& place) {
    placed.assign(static_cast<std::size_t>(reach) + 1, false);
    for (std::int64_t h = reach; h >= 1; --h) {
        if (placed[h]) continue;
        const auto second = n % h == 0 ? 0 : partner(h, divisors, placed);
        placed[second] = true;
        place(h, second);
    }
}

std::int64_t pair_width(std::int64_t n, std::int64_t h, std::int64_t second) {
    return second ? h + second : hop_wavelengths(n, h);
}

}  // namespace

HopConstruction plan_hops(std::int64_t n, std::int64_t reach) {
    HopConstruction plan;
    std::vector<bool> placed;
    pair_hops(n, reach, divisors_to(n, 2 * reach), placed, [&](auto h, auto second) {
        plan.pairs.push_back({h, second, plan.wavelengths});
        plan.wavelengths += pair_width(n, h, second);
    });
    return plan;
}

namespace {

/// Computes many reaches: divisions are done once per hop, not once per pair.
class WidthSearch {
  public:
    WidthSearch(std::int64_t n, std::int64_t reach)
        : divisors_(divisors_to(n, 2 * reach)),
          alone_(static_cast<std::size_t>(reach) + 1),
          stays_alone_(alone_.size()),
          placed_(alone_.size()) {
        for (std::int64_t h = 1; h <= reach; ++h) {
            alone_[h] = hop_wavelengths(n, h);
            stays_alone_[h] = n % h == 0;
        }
    }
    /// The search for the divisor that a hop of h may fill starts where longer hops found theirs.
    std::int64_t width(std::int64_t reach) {
        std::fill_n(placed_.begin(), reach + 1, 0);
        std::int64_t sum = 0;
        auto first = divisors_.begin();
        for (auto h = reach; h >= 1; --h) {
            const auto i = static_cast<std::size_t>(h);
            if (placed_[i]) continue;
            while (first != divisors_.end() && *first >= 2 * h) ++first;
            sum += stays_alone_[i] ? alone_[i] : pair_or_alone(h, first);
        }
        return sum;
    }

  private:
    using Divisor = std::vector<std::int64_t>::const_iterator;
    std::int64_t pair_or_alone(std::int64_t h, Divisor d) {
        for (; d != divisors_.end() && *d > h; ++d) {
            auto& taken = placed_[*d - h];
            if (taken) continue;
            taken = 1;
            return *d;
        }
        return alone_[h];
    }

    std::vector<std::int64_t> divisors_, alone_;
    std::vector<char> stays_alone_, placed_;
};

}  // namespace

std::vector<std::int64_t> hop_plan_widths(std::int64_t n, std::int64_t reach) {
    WidthSearch planner(n, reach);
    std::vector<std::int64_t> widths(static_cast<std::size_t>(reach) + 1);
    for (std::int64_t d = 1; d <= reach; ++d) widths[d] = planner.width(d);
    return widths;
}

}  // namespace lightsweep::kernels
