#pragma once
// PCCL's 0-1 program (Algorithm 1, eqs. 2 to 8) through CBC. x_is = 1 if round i runs on class s;
// y_i = 1 if the class changes before round i. Every round has one class, every change is paid, and
// a class that round i may not change to can only be kept:
//
//   sum over s of x_is = 1,   x_is - x_(i-1)s <= y_i,   x_is <= x_(i-1)s unless s is a target of i
//
// Eq. (5) as printed mixes the index of a round with that of a topology; under the reading used
// here the recurrence is exact.

#include "solvers/walks/walk_program.hpp"

namespace lightsweep::solvers::pccl {

/// Solves one point within a node limit; times are in seconds.
ProgramWalk solve_classes(const WalkSpace& space, const kernels::DelayRow& row, double delay,
                          int max_nodes);

}  // namespace lightsweep::solvers::pccl
