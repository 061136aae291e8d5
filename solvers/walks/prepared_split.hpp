#pragma once
// Base or matching step by step where the matching of a multi-ported step takes several
// configurations, because a node has fewer ports than the union has permutations
// (kernels/cost/step_costs.hpp).
//
// A matched step then pays a delay per configuration. Which permutations share a configuration is
// fixed, though it may not be the best choice, so that the plan is feasible only; the same decision
// problem with matchings that no plan beats (StepCosts::relaxed) bounds it.

#include "solvers/contract/prepared_scheduler.hpp"

namespace lightsweep::solvers {

/// How a point is decided, and how a time is found that no plan of this scheduler's kind beats: the
/// decision that is cheapest on the relaxed costs.
struct SplitRule {
    using Decide = std::vector<std::uint64_t> (*)(const kernels::StepCosts&,
                                                  const kernels::Parameters&);
    Decide decide, decide_bound;
};

/// Time of a decision, every delay included [s]; infinite if it stays on a base that disconnects.
double time_of(const kernels::StepCosts& costs, const std::vector<std::uint64_t>& decision,
               const kernels::Parameters& p);

std::unique_ptr<PreparedScheduler> prepare_split(std::shared_ptr<const Problem> problem,
                                                 SplitRule rule);

}  // namespace lightsweep::solvers
