#pragma once
// Schedulers of "When Light Bends to the Collective Will" (Addanki, HotNets 2025).

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers::addanki {

/// The optimum over base and matching per step: cost planes up to most_listed_steps steps, the O(s)
/// program at every point beyond, and where matchings take several configurations.
std::unique_ptr<PreparedScheduler> prepare_addanki(std::shared_ptr<const Structure>,
                                                   const SchedulerOptions&);
/// The printed 0-1 program through CBC, point by point.
std::unique_ptr<PreparedScheduler> prepare_program(std::shared_ptr<const Structure>,
                                                   const SchedulerOptions&);

/// The optimal decision over base and matching at one point. O(s).
std::vector<std::uint64_t> decide_base_or_matching(const kernels::StepCosts& costs,
                                                   const kernels::Parameters& p);

double addanki_prepare_seconds(double n_steps);
double addanki_point_seconds(double n_steps);
double program_point_seconds(double n_steps);

}  // namespace lightsweep::solvers::addanki
