#pragma once
// Schedules on flows that are known between two certificates only (StepFlow). The plan is made with
// the lower ones, which it can achieve; the same scheduler on the upper ones gives a time that no
// schedule of its kind beats. The gap between the two is reported, never a bare estimate.

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers {

/// The scheduler's plan: prepared once if the structure's flows are exact, twice (with a bound)
/// otherwise. Throws what the row's prepare throws.
std::unique_ptr<PreparedScheduler> prepare(const SchedulerRow& scheduler,
                                           std::shared_ptr<const Structure> structure,
                                           const SchedulerOptions& options);

}  // namespace lightsweep::solvers
