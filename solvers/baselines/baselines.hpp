#pragma once
// What adaptive schedules are compared with: never, always, and a rule that does not look ahead.

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers::baselines {

/// The base in every step, no reconfiguration.
std::unique_ptr<PreparedScheduler> prepare_static(std::shared_ptr<const Structure>,
                                                  const SchedulerOptions&);
/// Every step on its own matching and one delay each, the first included (BvN schedule).
std::unique_ptr<PreparedScheduler> prepare_every_step(std::shared_ptr<const Structure>,
                                                      const SchedulerOptions&);
/// A step is matched iff it saves more than one delay. At most twice the optimum: its lower bound
/// is the sum over steps of min(base, matching + delay), which no schedule can undercut.
std::unique_ptr<PreparedScheduler> prepare_threshold(std::shared_ptr<const Structure>,
                                                     const SchedulerOptions&);

double fixed_prepare_seconds(double n_steps);
double fixed_point_seconds(double n_steps);
double threshold_point_seconds(double n_steps);

}  // namespace lightsweep::solvers::baselines
