#pragma once
// SWOT's problem where a plane may transmit several times in a step, one permutation after the
// other: a mixed-integer program over slots g = (step i, turn u). One turn is the paper's rule;
// more are never worse, and help where the bytes of a step's permutations differ.
//
// Variables per slot and plane: y_c (0-1) and q_c for every permutation c of the step, h_c (0-1)
// for every configuration, r for a reconfiguration, the clock F; per step its end E.
//
//     sum over the step's slots and planes of B_j q_c >= bytes_c        q_c <= bytes_c / B_j  y_c
//     sum_c y_c <= 1   y_c <= h_c   sum_c h_c = 1   r >= h_c - h_c of the slot before
//     F >= F of the slot before + T_j r + sum_c (q_c + L y_c)
//     F >= E_{i-1} + a_i + sum_c (q_c + L y_c) - M (1 - sum_c y_c)
//     E_i >= F,  E_i >= E_{i-1} + a_i + bytes of the step / sum B + L
//
// M is the time of a known schedule, which is a bound on every E.

#include "solvers/swot/problem/solution.hpp"

namespace lightsweep::solvers::swot {

/// The optimum, after at most max_nodes nodes of branch and bound; without a schedule, but with the
/// number of reconfigurations. A step has at most planes times turns permutations. known: a
/// schedule of these rules. Throws as solve_by_program does.
Solution solve_in_turns(const kernels::PlaneProblem& problem, int turns, int max_nodes,
                        const kernels::PlaneTimeline& known);

}  // namespace lightsweep::solvers::swot
