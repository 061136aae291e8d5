#pragma once
// What every way to a solution ends with.

#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

/// Takes the schedule if it is legal and its replay ends earlier.
void offer(const kernels::PlaneProblem& problem, const kernels::PlaneSchedule& schedule,
           Solution& best);

/// The bound not above the value, and whether the two meet or the budget ended the search.
void settle(Solution& solution);

/// A schedule of the steps with bytes, `loaded`, as one of all steps of the problem.
kernels::PlaneSchedule over_all_steps(const kernels::PlaneProblem& problem,
                                      const std::vector<std::size_t>& loaded,
                                      kernels::PlaneSchedule schedule);

}  // namespace lightsweep::solvers::swot
