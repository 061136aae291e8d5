#pragma once
// Walks over topologies (uniform_walks.hpp) as a 0-1 program through CBC: a witness of the
// recurrence that shares nothing with it but the costs.
//
//   min  sum over steps i, choices s of  cost_is x_is + D u_is     (+ D x_is after the last step,
//   s.t. sum over s of x_is = 1                                     s != 0, if the base is
//   restored)
//        x_is - x_(i-1)s - u_is <= 0          s may be entered
//        x_is - x_(i-1)s        <= 0          s is only kept
//        x_0s: the base, s = 0, stands before the first step;  x, u in {0, 1}
//
// u_is: the topology is changed to s before step i. As a flow of one unit through the steps the
// program's relaxation is integral, so that branch and bound has little to do.

#include "solvers/walks/uniform_walks.hpp"
#include "solvers/walks/walk_program.hpp"

namespace lightsweep::solvers::one_accounting {

/// The optimum over all walks by that program at every point. Infeasible if there is no walk.
std::unique_ptr<PreparedScheduler> optimum_by_program(UniformWalks walks, int max_nodes);

}  // namespace lightsweep::solvers::one_accounting
