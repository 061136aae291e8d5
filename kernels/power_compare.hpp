#pragma once
// a^p >= b^q c^r for natural numbers without rounding: powers as lists of 32-bit digits.

#include <cstdint>
#include <vector>

namespace lightsweep::kernels {

/// A natural number of any size, least digit first, base 2^32, no leading zeros.
using BigNatural = std::vector<std::uint32_t>;

/// factor * base^exponent, base < 2^63.
BigNatural times_power(BigNatural factor, std::uint64_t base, std::int64_t exponent);
/// a < b
bool less(const BigNatural& a, const BigNatural& b);

}  // namespace lightsweep::kernels
