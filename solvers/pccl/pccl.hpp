#pragma once
// The schedulers of PCCL ("Photonic circuit-switched collective communication for distributed ML",
// Algorithm 1): the best topology for every round, exactly.
//
// The printed 0-1 program lets every round choose a topology and charges a delay for a change. Its
// schedules are the walks through topology classes (topology_classes.hpp). They are listed as
// schedule costs (solvers/walks/walk_envelope.hpp); where the list is long, a recurrence runs at
// every delay (solvers/walks/uniform_walks.hpp). Limit cases: without delay every round takes its
// fastest topology; with an infinite delay all stay on G0.

#include "solvers/contract/scheduler_row.hpp"
#include "solvers/pccl/topology_classes.hpp"

namespace lightsweep::solvers::pccl {

using Prepared = std::unique_ptr<PreparedScheduler>;

/// With options.stay_away, G0 is not entered again after it is left.
Prepared prepare_pccl(Subject problem, const SchedulerOptions& options);
/// The printed 0-1 program through CBC (class_program.cpp), a witness.
Prepared prepare_pccl_milp(Subject problem, const SchedulerOptions& options);

double class_program_point_seconds(double n_steps);
double pccl_prepare_seconds(double n_steps);
double pccl_point_seconds(double n_steps);

}  // namespace lightsweep::solvers::pccl
