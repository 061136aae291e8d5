#pragma once
// Schedules of parts of a problem as one of the whole: planes alike may be renamed, so that they go
// on with what they hold.

#include "kernels/plane_schedule.hpp"

namespace lightsweep::solvers::swot {

/// The schedules one after the other, every part's planes renamed so that as many as possible begin
/// with what they hold (greedy; planes alike, else unchanged). O(parts * steps * planes^2).
kernels::PlaneSchedule joined(const kernels::PlaneProblem& problem,
                              const std::vector<kernels::PlaneSchedule>& parts);

/// One schedule of the whole problem in this way where planes hold configurations of their own at
/// the start; as it is from all other starts.
kernels::PlaneSchedule on_held(const kernels::PlaneProblem& problem,
                               kernels::PlaneSchedule schedule);

}  // namespace lightsweep::solvers::swot
