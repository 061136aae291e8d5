#pragma once
// Final steps of every SWOT solver: offers schedules and settles the status.

#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

/// Takes the schedule if it is legal and its replay ends earlier than the best one.
void offer(const kernels::PlaneProblem& problem, const kernels::PlaneSchedule& schedule,
           Solution& best);

/// Limits the bound to the value, and sets whether the two meet or the budget ended the search.
void finish_solution(Solution& solution);

/// Extends a schedule of the steps with bytes, `loaded`, to all steps of the problem.
kernels::PlaneSchedule over_all_steps(const kernels::PlaneProblem& problem,
                                      const std::vector<std::size_t>& loaded,
                                      kernels::PlaneSchedule schedule);

}  // namespace lightsweep::solvers::swot
