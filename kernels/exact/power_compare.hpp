#pragma once
// Compares powers of natural numbers without rounding, a^p >= b^q c^r, as integers of any size.

#include <cstdint>

namespace lightsweep::kernels {

struct Power {
    std::int64_t base;
    unsigned exponent;
};

/// a >= b c
bool reaches(Power a, Power b, Power c);

}  // namespace lightsweep::kernels
