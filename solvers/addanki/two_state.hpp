#pragma once
// Two-state optimum: for every step the base or the step's own matching (Addanki 2025, eq. 7),
// exactly. Every step on a matching pays the reconfiguration delay, and so does a step on the base
// after a matching.
//
//   S_i = B_i + min(S_{i-1}, T_{i-1} + delay)       step i on the base
//   T_i = A_i + delay + min(S_{i-1}, T_{i-1})       step i on its matching,   S_0 = 0, T_0 = inf
//
// Ties go to the fewest reconfigurations, then to the base at the first step that differs. To get
// this order the recurrence runs from the last step backwards, and the decisions are read from the
// first. O(s). Limit cases: delay 0 gives the sum of min(A_i, B_i); a large delay gives the sum of
// B_i.

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/cost/step_costs.hpp"

namespace lightsweep::solvers::addanki {

struct TwoStateSchedule {
    double cost = 0;
    std::int32_t reconfigurations = 0;
    std::vector<std::uint64_t> decision;  ///< bit i: step i is matched; at least one word
};

/// matched, base: times of the steps on their matchings and on the base [s]; base times may be
/// infinite. delay >= 0 [s]. O(s) time and memory.
TwoStateSchedule solve_two_state(std::span<const double> matched, std::span<const double> base,
                                 double delay);
/// Variant with one delay per step, the cost of a reconfiguration before that step: for example the
/// part that the computation before it does not hide.
TwoStateSchedule solve_two_state(std::span<const double> matched, std::span<const double> base,
                                 std::span<const double> delays);

}  // namespace lightsweep::solvers::addanki
