#pragma once
// Sums compared as if their terms had been added in any order.

namespace lightsweep::kernels {

/// To 42 bits: sums of the same terms in another order are equal.
inline double rounded_sum(double sum) {
    const double spread = sum * 2049;
    return spread - (spread - sum);
}

}  // namespace lightsweep::kernels
