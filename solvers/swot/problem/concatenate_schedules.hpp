#pragma once
// Joins schedules of consecutive parts of a problem into one. Equal planes may be renamed, so that
// they continue with the configurations that they hold.

#include "kernels/planes/plane_problem.hpp"

namespace lightsweep::solvers::swot {

/// The schedules one after the other. The planes of every part are renamed so that as many as
/// possible begin with the configuration that they hold (greedy; only if planes are equal). O(parts
/// * steps * planes^2).
kernels::PlaneSchedule concatenate_schedules(const kernels::PlaneProblem& problem,
                                             const std::vector<kernels::PlaneSchedule>& parts);

/// Renames the planes of one schedule of the whole problem in the same way, if planes hold
/// individual configurations at the start; otherwise returns it unchanged.
kernels::PlaneSchedule on_held(const kernels::PlaneProblem& problem,
                               kernels::PlaneSchedule schedule);

}  // namespace lightsweep::solvers::swot
