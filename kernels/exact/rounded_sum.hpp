#pragma once
// Rounds sums so that they compare equal in any order of their terms.

namespace lightsweep::kernels {

/// To 42 bits: sums of the same terms in another order are equal.
inline double rounded_sum(double sum) {
    const double spread = sum * 2049;
    return spread - (spread - sum);
}

}  // namespace lightsweep::kernels
