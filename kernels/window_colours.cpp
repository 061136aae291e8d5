#include "kernels/window_colours.hpp"

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
        if (d > h && d < 2 * h && !placed[static_cast<std::size_t>(d - h)]) return d - h;
    return 0;
}

/// Calls place(h, partner or 0) for the hops 1 .. reach, the longest first. `placed` is scratch.
template <typename Place>
void pair_hops(std::int64_t n, std::int64_t reach, const std::vector<std::int64_t>& divisors,
               std::vector<bool>& placed, const Place& place) {
    placed.assign(static_cast<std::size_t>(reach) + 1, false);
    for (std::int64_t h = reach; h >= 1; --h) {
        if (placed[static_cast<std::size_t>(h)]) continue;
        const auto second = n % h == 0 ? 0 : partner(h, divisors, placed);
        placed[static_cast<std::size_t>(second)] = true;
        place(h, second);
    }
}

std::int64_t pair_width(std::int64_t n, std::int64_t h, std::int64_t second) {
    return second ? h + second : hop_wavelengths(n, h);
}

}  // namespace

HopPlan plan_hops(std::int64_t n, std::int64_t reach) {
    HopPlan plan;
    std::vector<bool> placed;
    pair_hops(n, reach, divisors_to(n, 2 * reach), placed, [&](auto h, auto second) {
        plan.pairs.push_back({h, second, plan.wavelengths});
        plan.wavelengths += pair_width(n, h, second);
    });
    return plan;
}

std::vector<std::int64_t> hop_plan_widths(std::int64_t n, std::int64_t reach) {
    const auto divisors = divisors_to(n, 2 * reach);
    std::vector<std::int64_t> widths(static_cast<std::size_t>(reach) + 1);
    std::vector<bool> placed;
    for (std::int64_t d = 1; d <= reach; ++d)
        pair_hops(n, d, divisors, placed, [&](auto h, auto second) {
            widths[static_cast<std::size_t>(d)] += pair_width(n, h, second);
        });
    return widths;
}

}  // namespace lightsweep::kernels
