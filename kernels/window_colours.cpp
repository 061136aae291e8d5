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

}  // namespace

HopPlan plan_hops(std::int64_t n, std::int64_t reach) {
    HopPlan plan;
    std::vector<bool> placed(static_cast<std::size_t>(reach) + 1);
    const auto divisors = divisors_to(n, 2 * reach);
    for (std::int64_t h = reach; h >= 1; --h) {
        if (placed[static_cast<std::size_t>(h)]) continue;
        const auto second = n % h == 0 ? 0 : partner(h, divisors, placed);
        placed[static_cast<std::size_t>(second)] = true;
        plan.pairs.push_back({h, second, plan.wavelengths});
        plan.wavelengths += second ? h + second : hop_wavelengths(n, h);
    }
    return plan;
}

}  // namespace lightsweep::kernels
