#pragma once
// SWOT's problem as a compact mixed-integer program, through CBC: the paper's own way, with a
// plane's configuration tracked while it rests, and bounds on the ends in place of one large
// constant. A witness for the exact search on small problems; planes may differ.
//
// Per step i and plane j: end F, time of transmission q, used u (0-1), reconfigures r (0-1), holds
// the configuration already s (0..1); per step its end E. Hs: the strawman's time.
//
//     min E_last
//     sum_j B_j q_ij >= bytes_i                    q_ij <= bytes_i / B_j  u_ij
//     r_ij >= u_ij - s_ij,  r_ij <= u_ij           F_ij >= F_{i-1,j} + q_ij + L u_ij + T_j r_ij
//     F_ij >= E_{i-1} + q_ij + L u_ij - M_{i-1} (1 - u_ij)
//     E_i >= F_ij,  E_i >= E_{i-1} + bytes_i / sum B + L
//     E_i <= M_i = Hs - the ideal time of what follows
//     s_ij <= 1 - u_tj (b < t < i),  s_ij <= u_bj  for the configuration's step b before; free
//     start: also if never used before; no such b: 0, but for a start that holds or takes it planes
//     alike: u_0j >= u_0,j+1

#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

/// At most max_nodes nodes of branch and bound; the strawman is its start. `lower_bound` is the
/// optimum less CBC's tolerance (proven), or what the root relaxation and two_resource_bound
/// certify. Throws as solve() and milp::solve_integer do.
Solution solve_by_program(const kernels::PlaneProblem& problem, int max_nodes);

}  // namespace lightsweep::solvers::swot
