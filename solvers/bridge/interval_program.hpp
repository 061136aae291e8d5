#pragma once
// BRIDGE's integer program (3.5) as intervals: y_ab = 1 if the steps a..b form one segment, on the
// subring of their smallest exponent. Every step lies in one chosen interval; a chain of rows says
// that one ends where the next begins. A witness for the joint optimum.

#include "solvers/bridge/subring_space.hpp"
#include "solvers/walk_program.hpp"

namespace lightsweep::solvers::bridge {

/// Solves one point through CBC. delay and the row's other parameters in seconds.
ProgramWalk solve_intervals(const SubringSpace& space, const kernels::DelayRow& row, double delay,
                            int max_nodes);

}  // namespace lightsweep::solvers::bridge
