#pragma once
// The all-gather task on a WDM ring, and the cost that its constructions minimise.

#include <cstdint>
#include <limits>
#include <vector>

namespace lightsweep::solvers::optree {

inline constexpr std::int64_t unlimited = std::numeric_limits<std::int32_t>::max();

/// An all-gather on a ring with one fibre each way.
struct RingTask {
    std::int64_t nodes = 1;           ///< >= 1
    std::int64_t wavelengths = 1;     ///< per fibre, 1 .. 32767
    std::int64_t items_per_node = 1;  ///< equal items that each node owns, >= 1
    /// Longest lightpath that the power budget allows [segments].
    std::int64_t longest = unlimited;

    /// Throws std::invalid_argument that names the value.
    void check() const;
};

/// Cost to minimise: per_step * steps + per_reconfiguration * reconfigurations. The default counts
/// the steps. Circuits that stand from the step before are not reconfigured.
struct ConstructionPrice {
    double per_step = 1, per_reconfiguration = 0;
};

/// All divisors of n in ascending order, including 1 and n. O(sqrt n).
std::vector<std::int64_t> divisors(std::int64_t n);

inline std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

}  // namespace lightsweep::solvers::optree
