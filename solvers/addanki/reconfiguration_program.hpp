#pragma once
// The 0-1 program of Addanki 2025, eq. 7, exactly as printed, solved by CBC. It is a witness for
// the dynamic program (two_state.hpp) and a thousand times slower.
//
//   min  sum x_i B_i + (1 - x_i) A_i + (1 - z_i) delay
//   s.t. z_i >= x_i + x_{i-1} - 1,  z_i <= x_i,  z_i <= x_{i-1},  x_0 = 1,  x, z in {0, 1}
//
// x_i = 1 puts step i on the base; z_i = 1 means no reconfiguration before step i. The relaxation
// is integral, so branch and bound needs no branching; the lower bound is the Lagrangian value of
// the relaxation's multipliers.

#include <cstdint>
#include <span>
#include <vector>

namespace lightsweep::solvers::addanki {

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
