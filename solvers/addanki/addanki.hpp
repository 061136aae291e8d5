#pragma once
// Schedulers of "When Light Bends to the Collective Will" (Addanki, HotNets 2025).

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers::addanki {

/// The optimum over base and matching per step: cost planes up to most_listed_steps steps, the O(s)
/// program at every point beyond.
std::unique_ptr<PreparedScheduler> prepare_addanki(std::shared_ptr<const Structure>,
                                                   const SchedulerOptions&);
/// The printed 0-1 program through CBC, point by point.
std::unique_ptr<PreparedScheduler> prepare_program(std::shared_ptr<const Structure>,
                                                   const SchedulerOptions&);

double addanki_prepare_seconds(double n_steps);
double addanki_point_seconds(double n_steps);
double program_point_seconds(double n_steps);

}  // namespace lightsweep::solvers::addanki
