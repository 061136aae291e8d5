#pragma once
// The schedulers of PCCL ("Photonic circuit-switched collective communication for distributed ML",
// Algorithm 1): the best topology for every round, exactly.
//
// The printed 0-1 program lets every round choose a topology and charges a delay for a change. Its
// schedules are the walks through topology classes (below). They are listed as schedule costs
// (solvers/walks/walk_envelope.hpp); where the list is long, a recurrence runs at every delay
// (solvers/walks/uniform_walks.hpp). Limit cases: without delay every round takes its fastest
// topology; with an infinite delay all stay on G0.

#include "solvers/contract/scheduler_row.hpp"
#include "solvers/walks/uniform_walks.hpp"
#include "solvers/walks/walk_envelope.hpp"

namespace lightsweep::solvers::pccl {

/// With options.stay_away, G0 is not entered again after it is left.
Prepared prepare_pccl(Subject problem, const SchedulerOptions& options);
/// The printed 0-1 program through CBC (class_program.cpp), a witness.
Prepared prepare_pccl_milp(Subject problem, const SchedulerOptions& options);

double class_program_point_seconds(double n_steps);
double pccl_prepare_seconds(double n_steps);
double pccl_point_seconds(double n_steps);

// The topologies on which a collective may run in PCCL (Algorithm 1): the initial topology G0, the
// standard topologies of a pool, and every round's ideal topology I_i, which has exactly the
// circuits of its transfers. Topologies with the same directed links form one class; keeping a
// class is free.
//
//   round i may   stay in the class in force,
//                 or, for one delay, change to a standard class (G0 only if return is allowed),
//                 or, for one delay, change to its own ideal one; that of another round can only
//                 be kept

/// The classes as states: G0 is state 0, then the pool's in their order, then ideal topologies in
/// the order of first use. Costs follow the problem's accounting. own[i] is the class of I_i.
WalkSpace class_space(Subject problem, bool may_return);

/// Classes that a round may change to, ascending. They do not depend on the class that is left.
std::vector<std::size_t> targets(const WalkSpace& space, std::size_t round);

/// The same walks as choices per round.
UniformWalks class_walks(const WalkSpace& space);

}  // namespace lightsweep::solvers::pccl
