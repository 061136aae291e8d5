#pragma once
// PCCL's 0-1 program (Algorithm 1, eqs. 2 to 8) through CBC: x_is = 1 if round i runs on class s,
// y_i = 1 if the class changes before it. Every round has one class, a change is paid, and a class
// that round i may not change to is only kept:
//
//   sum over s of x_is = 1,   x_is - x_(i-1)s <= y_i,   x_is <= x_(i-1)s unless s is a target of i
//
// As printed, eq. (5) mixes a round's index with a topology's; this is the reading under which the
// recurrence is exact.

#include "solvers/walk_program.hpp"

namespace lightsweep::solvers::pccl {

/// Solves one point within a node limit.
ProgramWalk solve_classes(const WalkSpace& space, const kernels::DelayRow& row, double delay,
                          int max_nodes);

}  // namespace lightsweep::solvers::pccl
