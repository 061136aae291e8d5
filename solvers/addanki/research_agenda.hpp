#pragma once
// What Addanki (HotNets 2025) leaves open: topologies that stand, pools of bases, delays that
// depend on the ports that change, and computation that hides them. All of them exact at every
// point, but for best pools that are too many to be tried (solvers/addanki/best_pool.hpp).

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers::addanki {

using Prepared = std::unique_ptr<PreparedScheduler>;
using Subject = std::shared_ptr<const Structure>;

/// The base and every distinct matching; what stands is free, and a matching may carry later steps.
Prepared prepare_reuse(Subject, const SchedulerOptions&);
/// A matching for every step (BvN schedule), kept where two in a row are the same circuits.
Prepared prepare_every_step_reuse(Subject, const SchedulerOptions&);
/// Base or matching, while the computation before each step hides the delay:
/// max(0, delay - compute_time) is exposed.
Prepared prepare_overlap(Subject, const SchedulerOptions&);
/// Base or matching, delay [if any port changes] + port_delay * ports whose target changes.
Prepared prepare_ports(Subject, const SchedulerOptions&);
/// All bases of the structure's pool, or each step's own matching.
Prepared prepare_pool(Subject, const SchedulerOptions&);
/// The best pool of the structure's pool size at every point.
Prepared prepare_best_pool(Subject, const SchedulerOptions&);

double reuse_prepare_seconds(double n_steps);
double reuse_point_seconds(double n_steps);
double pool_prepare_seconds(double n_steps);
double pool_point_seconds(double n_steps);
double ports_point_seconds(double n_steps);
double best_pool_point_seconds(double n_steps);

}  // namespace lightsweep::solvers::addanki
