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

// The 0-1 program of Addanki 2025, eq. 7, exactly as printed, solved by CBC. It is a witness for
// the dynamic program above and a thousand times slower.
//
//   min  sum x_i B_i + (1 - x_i) A_i + (1 - z_i) delay
//   s.t. z_i >= x_i + x_{i-1} - 1,  z_i <= x_i,  z_i <= x_{i-1},  x_0 = 1,  x, z in {0, 1}
//
// x_i = 1 puts step i on the base; z_i = 1 means no reconfiguration before step i. The relaxation
// is integral, so branch and bound needs no branching; the lower bound is the Lagrangian value of
// the relaxation's multipliers.

struct ProgramSchedule {
    std::vector<std::uint64_t> decision;  ///< bit i: step i is matched; empty if none was found
    double bound = 0;                     ///< proven lower bound on the time [s]
    long nodes = 0;                       ///< branch and bound nodes
    bool complete = false;                ///< proven optimal by the solver
};

/// Takes times as solve_two_state does [s]; they are scaled to about 1 for the solver.
ProgramSchedule solve_program(std::span<const double> matched, std::span<const double> base,
                              double delay, int max_nodes);

}  // namespace lightsweep::solvers::addanki
