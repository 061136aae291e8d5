#pragma once
// SWOT's problem as a compact mixed-integer program through CBC, the paper's own method (SWOT,
// section 3.2). A plane's configuration is tracked while it rests, and bounds on the ends replace
// one large constant. It is a witness for the exact search on small problems; planes may differ.
//
// Variables per step i and plane j: end F, time of transmission q, used u (0-1), reconfigures r
// (0-1), already holds the configuration s (0..1); per step its end E. Hs is the strawman's time.
//
//     min E_last
//     sum_j B_j q_ij >= bytes_i                    q_ij <= bytes_i / B_j  u_ij
//     r_ij >= u_ij - s_ij,  r_ij <= u_ij           F_ij >= F_{i-1,j} + q_ij + L u_ij + T_j r_ij
//     F_ij >= E_{i-1} + q_ij + L u_ij - M_{i-1} (1 - u_ij)
//     E_i >= F_ij,  E_i >= E_{i-1} + bytes_i / sum B + L
//
//     E_i <= M_i = Hs - the ideal time of the later steps
//     s_ij <= 1 - u_tj (b < t < i),  s_ij <= u_bj   for the last step b before i with i's
//                                                   configuration
//     equal planes: u_0j >= u_0,j+1
//
// Without such a step b, s_ij = 0 unless the start holds or takes the configuration. With a free
// start, s_ij may also be 1 for a plane that has not been used before.

#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

/// Uses at most max_nodes nodes of branch and bound; the strawman is its start. `lower_bound` is
/// the optimum minus CBC's tolerance (if proven), otherwise the better of the root relaxation and
/// two_resource_bound. Throws as solve() and milp::solve_integer do.
Solution solve_by_program(const kernels::PlaneProblem& problem, int max_nodes);

}  // namespace lightsweep::solvers::swot
