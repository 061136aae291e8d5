#pragma once
// Schedulers of "When Light Bends to the Collective Will" (Addanki, HotNets 2025).

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers::addanki {

/// The exact optimum over base and matching per step (eq. 7). Up to most_listed_steps steps all
/// useful schedules are listed as schedule costs. Beyond that, and where matchings take several
/// configurations, the O(s) recurrence of two_state.hpp runs at every point. Limit cases: delay 0
/// matches every step that the matching makes faster; an infinite delay stays on the base.
std::unique_ptr<PreparedScheduler> prepare_addanki(std::shared_ptr<const Problem>,
                                                   const SchedulerOptions&);
/// The paper's 0-1 program, solved point by point through CBC: a witness.
std::unique_ptr<PreparedScheduler> prepare_program(std::shared_ptr<const Problem>,
                                                   const SchedulerOptions&);

/// Optimal decision over base and matching at one point. O(s).
std::vector<std::uint64_t> decide_base_or_matching(const kernels::StepCosts& costs,
                                                   const kernels::Parameters& p);

double addanki_prepare_seconds(double n_steps);
double addanki_point_seconds(double n_steps);
double program_point_seconds(double n_steps);

}  // namespace lightsweep::solvers::addanki
