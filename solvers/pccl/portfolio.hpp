#pragma once
// The fastest algorithm of a primitive at every point, each with its own optimum over the topology
// of every round (PCCL takes one schedule as given, and so loses where the delay is long: 128 nodes
// on a ring, 16 MiB, 500 us: Swing takes 319 us, halving and doubling 1608 us).
//
//   value = min over the collective's alternatives of the optimum of Algorithm 1
//
// Ties: fewest reconfigurations, then the first alternative. Least cost planes of all alternatives
// together are the envelope. The first entry of a decision is the alternative; the others are the
// states of its own rounds.

#include <functional>

#include "solvers/pccl/topology_classes.hpp"

namespace lightsweep::solvers::pccl {

/// The same hardware with one of the alternatives.
using WithAlternative = std::function<Structure(kernels::Collective)>;

/// The least over the structure's alternatives of what `optimum` finds; those that it refuses are
/// left out.
std::unique_ptr<PreparedScheduler> portfolio_of(Subject structure, const SchedulerRow& optimum,
                                                const WithAlternative& with,
                                                const SchedulerOptions& options);

/// `pccl` itself where the collective names its algorithm.
std::unique_ptr<PreparedScheduler> prepare_portfolio(Subject structure,
                                                     const SchedulerOptions& options);

double portfolio_prepare_seconds(double n_steps);
double portfolio_point_seconds(double n_steps);

}  // namespace lightsweep::solvers::pccl
