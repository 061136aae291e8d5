#pragma once
// What is to be gathered, and on which ring.

#include <cstdint>
#include <limits>
#include <vector>

namespace lightsweep::solvers::optree {

inline constexpr std::int64_t unlimited = std::numeric_limits<std::int32_t>::max();

/// An all-gather on a ring with one fibre each way.
struct RingTask {
    std::int64_t nodes = 1;            ///< >= 1
    std::int64_t wavelengths = 1;      ///< per fibre, 1 .. 32767
    std::int64_t items_per_node = 1;   ///< equal items that each node owns, >= 1
    std::int64_t longest = unlimited;  ///< lightpath that the power budget allows [segments]

    /// Throws std::invalid_argument that names the value.
    void check() const;
};

/// What a plan minimises: per_step * steps + per_reconfiguration * reconfigurations. The default
/// is the number of steps. Circuits that stand from the step before are not reconfigured.
struct PlanCost {
    double per_step = 1, per_reconfiguration = 0;
};

/// Ascending, 1 and n among them. O(sqrt n).
std::vector<std::int64_t> divisors(std::int64_t n);

inline std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

}  // namespace lightsweep::solvers::optree
