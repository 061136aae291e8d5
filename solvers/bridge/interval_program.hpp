#pragma once
// BRIDGE's integer program (section 3.5) in terms of intervals. y_ab = 1 if the steps a..b form one
// segment, on the subring of their smallest exponent. One row per step requires that the step lies
// in exactly one chosen interval. The program has O(s^2) columns and is a witness for the optimum
// over segments.

#include "solvers/bridge/subring_space.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/walks/walk_program.hpp"

namespace lightsweep::solvers::bridge {

/// Solves one point through CBC; the delay and the row's other parameters are in seconds.
ProgramWalk solve_intervals(const SubringSpace& space, const kernels::DelayRow& row, double delay,
                            int max_nodes);

}  // namespace lightsweep::solvers::bridge
