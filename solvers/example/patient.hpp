#pragma once
// An example of a scheduler: it stays on the base until staying has cost as much as one delay.
//
// The rule of ski rental, without a look ahead. `wasted` is the extra time that the steps since the
// last change took on the base, compared with their own circuits. The step with which it exceeds
// one delay, and all later steps that would waste time too, run on their own circuits.
//
//   O(steps) per point. Delay 0: every step that gains runs on its own circuits. Delay -> infinity:
//   no step does, and the time is that of `static`.

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers::example {

std::unique_ptr<PreparedScheduler> prepare_patient(std::shared_ptr<const Problem> problem,
                                                   const SchedulerOptions& options);

}  // namespace lightsweep::solvers::example
