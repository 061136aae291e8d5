#pragma once
// The frontier under rules = common: for a primitive, n nodes, k lanes and a base, the least time
// over all plans that are known - those of gather_plans.hpp and exchange_plans.hpp, and the
// schedules of `segments` for every algorithm of the primitive - with the bound that holds for any
// schedule on this hardware (kernels/cost/common_bounds.hpp).
//
// On a WDM ring of w wavelengths the plans are those that stay on the neighbour ring, a ring with
// 2w lanes, and the schedules of the other schedulers there.
//
// The list of plans is made once per structure; a point is its least time.

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers::frontier {

Prepared prepare_frontier(Subject problem, const SchedulerOptions& options);

/// It takes primitives alone ("allgather/any"), on at least as many lanes as the base needs.
std::optional<Reason> refuse_named_algorithms(const Problem& problem, const SchedulerOptions&);

}  // namespace lightsweep::solvers::frontier
