#pragma once
// The schedulers of PCCL ("Photonic circuit-switched collective communication for distributed ML",
// Algorithm 1): the best topology for every round, exactly.
//
// The printed 0-1 program lets every round choose a topology and charges a delay for a change. Its
// schedules are the walks through topology classes (below). They are listed as schedule costs
// (solvers/walks/walk_envelope.hpp); where the list is long, a recurrence runs at every delay
// (solvers/walks/uniform_walks.hpp). Limit cases: without delay every round takes its fastest
// topology; with an infinite delay all stay on G0.

#include <functional>

#include "solvers/contract/scheduler_row.hpp"
#include "solvers/walks/uniform_walks.hpp"
#include "solvers/walks/walk_envelope.hpp"

namespace lightsweep::solvers::pccl {

/// With options.stay_away, G0 is not entered again after it is left.
Prepared prepare_pccl(Subject problem, const SchedulerOptions& options);
/// The printed 0-1 program through CBC (class_program.cpp), a witness.
Prepared prepare_pccl_milp(Subject problem, const SchedulerOptions& options);

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

// The fastest algorithm of a primitive at every point, each with its own optimum over the topology
// of every round. PCCL takes one schedule as given and so loses where the delay is long: on a ring
// of 128 nodes with 16 MiB and 500 us, Swing takes 319 us and halving-doubling 1608 us.
//
//   value = min over the collective's alternatives of the optimum of Algorithm 1
//
// Ties: fewest reconfigurations, then the first alternative. The envelope holds the schedule costs
// of all alternatives together. The first entry of a decision is the alternative, the others are
// the states of its own rounds.

/// Builds the problem on the same hardware with one of the alternatives.
using WithAlternative = std::function<Problem(kernels::Collective)>;

/// The minimum over the problem's alternatives of the optimum found by `optimum`; alternatives that
/// it refuses are left out.
Prepared portfolio_of(Subject problem, const SchedulerRow& optimum, const WithAlternative& with,
                      const SchedulerOptions& options);

/// The portfolio under rules = pccl; equal to `pccl` if the collective names its algorithm.
Prepared prepare_portfolio(Subject problem, const SchedulerOptions& options);

}  // namespace lightsweep::solvers::pccl
