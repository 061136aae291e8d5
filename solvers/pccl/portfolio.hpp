#pragma once
// The fastest algorithm of a primitive at every point, each with its own optimum over the topology
// of every round. PCCL takes one schedule as given and so loses where the delay is long: on a ring
// of 128 nodes with 16 MiB and 500 us, Swing takes 319 us and halving-doubling 1608 us.
//
//   value = min over the collective's alternatives of the optimum of Algorithm 1
//
// Ties: fewest reconfigurations, then the first alternative. The envelope holds the schedule costs
// of all alternatives together. The first entry of a decision is the alternative, the others are
// the states of its own rounds.

#include <functional>

#include "solvers/contract/scheduler_row.hpp"
#include "solvers/pccl/pccl.hpp"

namespace lightsweep::solvers::pccl {

/// Builds the problem on the same hardware with one of the alternatives.
using WithAlternative = std::function<Problem(kernels::Collective)>;

/// The minimum over the problem's alternatives of the optimum found by `optimum`; alternatives that
/// it refuses are left out.
Prepared portfolio_of(Subject problem, const SchedulerRow& optimum, const WithAlternative& with,
                      const SchedulerOptions& options);

/// The portfolio under rules = pccl; equal to `pccl` if the collective names its algorithm.
Prepared prepare_portfolio(Subject problem, const SchedulerOptions& options);

double portfolio_prepare_seconds(double n_steps);
double portfolio_point_seconds(double n_steps);

}  // namespace lightsweep::solvers::pccl
