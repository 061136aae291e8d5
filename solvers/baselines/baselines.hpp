#pragma once
// Baselines for adaptive schedules: never reconfigure, always reconfigure, and a rule that does not
// look ahead.

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers::baselines {

/// The base in every step, without any reconfiguration: sum of B_i.
Prepared prepare_static(Subject, const SchedulerOptions&);
/// Every step on its own matching with one delay each, including the first (BvN schedule): sum of
/// A_i + delay.
Prepared prepare_every_step(Subject, const SchedulerOptions&);
/// The threshold rule: a step is matched iff that saves more than one delay. Its time is at most
/// twice the optimum. Its lower bound is the sum over steps of min(base, matching + delay), which
/// no schedule undercuts.
Prepared prepare_threshold(Subject, const SchedulerOptions&);

double threshold_point_seconds(double n_steps);

}  // namespace lightsweep::solvers::baselines
