#pragma once
// The printed 0-1 program (Addanki 2025, eq. 7) as it stands, solved by CBC: a witness for the
// dynamic program, three orders of magnitude slower.
//
//   min  sum x_i B_i + (1 - x_i) A_i + (1 - z_i) delay
//   s.t. z_i >= x_i + x_{i-1} - 1,  z_i <= x_i,  z_i <= x_{i-1},  x_0 = 1,  x, z in {0, 1}
//
// x_i: step i on the base; z_i: no reconfiguration before step i. The relaxation is integral, so
// branch and bound has nothing to do, and the bound is the Lagrangian of the relaxation's prices.

#include <cstdint>
#include <span>
#include <vector>

namespace lightsweep::solvers::addanki {

struct ProgramPlan {
    std::vector<std::uint64_t> decision;  ///< bit i: step i is matched; empty if none was found
    double bound = 0;                     ///< proven lower bound on the cost [s]
    long nodes = 0;                       ///< branch and bound nodes
    bool complete = false;                ///< proven optimal by the solver
};

/// Times as for solve_two_state [s]; they are scaled to about 1 for the solver.
ProgramPlan solve_program(std::span<const double> matched, std::span<const double> base,
                          double delay, int max_nodes);

}  // namespace lightsweep::solvers::addanki
