#pragma once
// Prepares schedulers on flows that are known only between two certificates (StepFlow). The
// schedule is made with the lower ones, which it can achieve. The same scheduler on the upper ones
// gives a time that no schedule of its kind beats. The gap between the two is reported; a time is
// never a bare estimate.

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers {

/// Prepares a scheduler: once if the problem's flows are exact, otherwise twice, the second time
/// for the bound. Throws what the row's prepare function throws.
std::unique_ptr<PreparedScheduler> prepare(const SchedulerRow& scheduler,
                                           std::shared_ptr<const Problem> problem,
                                           const SchedulerOptions& options);

}  // namespace lightsweep::solvers
