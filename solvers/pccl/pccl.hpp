#pragma once
// The schedulers of PCCL ("Photonic Collective Communication Library", Algorithm 1): the topology
// in force in every round, exactly.
//
// The printed 0-1 program lets every round choose a topology and pays a delay for a change; its
// plans are the walks through topology classes, so that all of them together are a list of cost
// planes (solvers/walk_planes.hpp) - or, where that list is long, a recurrence at every delay
// (class_sweep.hpp).

#include "solvers/pccl/topology_classes.hpp"

namespace lightsweep::solvers::pccl {

using Prepared = std::unique_ptr<PreparedScheduler>;

/// options.stay_away: G0 is left for good.
Prepared prepare_pccl(Subject structure, const SchedulerOptions& options);
/// The recurrence alone, whatever the list would be: a second witness.
Prepared prepare_recurrence(Subject structure, const SchedulerOptions& options);

/// The printed 0-1 program through CBC (class_program.hpp), a witness.
Prepared prepare_pccl_milp(Subject structure, const SchedulerOptions& options);

double class_program_point_seconds(double n_steps);
double pccl_prepare_seconds(double n_steps);
double pccl_point_seconds(double n_steps);

}  // namespace lightsweep::solvers::pccl
