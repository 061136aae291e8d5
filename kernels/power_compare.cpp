#include "kernels/power_compare.hpp"

#include <algorithm>

namespace lightsweep::kernels {

namespace {

BigNatural product(const BigNatural& a, std::uint32_t digit) {
    BigNatural result;
    std::uint64_t carry = 0;
    for (const auto each : a) {
        carry += std::uint64_t{each} * digit;
        result.push_back(static_cast<std::uint32_t>(carry));
        carry >>= 32;
    }
    if (carry) result.push_back(static_cast<std::uint32_t>(carry));
    while (!result.empty() && result.back() == 0) result.pop_back();
    return result;
}

/// a + b * 2^32
BigNatural shifted_sum(BigNatural a, const BigNatural& b) {
    a.resize(std::max(a.size(), b.size() + 1) + 1);
    std::uint64_t carry = 0;
    for (std::size_t i = 1; i < a.size(); ++i) {
        carry += std::uint64_t{a[i]} + (i - 1 < b.size() ? b[i - 1] : 0);
        a[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    while (!a.empty() && a.back() == 0) a.pop_back();
    return a;
}

}  // namespace

BigNatural times_power(BigNatural factor, std::uint64_t base, std::int64_t exponent) {
    const auto low = static_cast<std::uint32_t>(base),
               high = static_cast<std::uint32_t>(base >> 32);
    for (std::int64_t i = 0; i < exponent; ++i)
        factor =
            high ? shifted_sum(product(factor, low), product(factor, high)) : product(factor, low);
    return factor;
}

bool less(const BigNatural& a, const BigNatural& b) {
    if (a.size() != b.size()) return a.size() < b.size();
    return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

}  // namespace lightsweep::kernels
