#pragma once
// Registry functions of the WDM ring schedulers under rules = common
// (solvers/one_accounting/wdm/wdm_envelopes.hpp).

#include <string_view>

#include "solvers/contract/prepared_scheduler.hpp"
#include "solvers/one_accounting/wdm/wdm_envelopes.hpp"

namespace lightsweep::solvers::one_accounting {

/// Prepares the scheduler of that name on the problem's ring.
std::unique_ptr<PreparedScheduler> prepare_wdm(std::string_view name,
                                               std::shared_ptr<const Problem> problem);

/// Why it cannot be used: trees carry no personalised data, and no schedule attains OpTree's
/// formula.
std::optional<Reason> refuse_on_ring(std::string_view name, const Problem& problem);

// Step runs of WDM ring schedules under rules = common, in the order in which the steps run
// (wdm_cost.hpp says how they are cut, wdm_schedule.hpp makes their lightpaths).

/// Every step costs one per-step latency, one per-hop latency and its transmission.
/// Reconfigurations are those that are charged, each where its circuits are first needed. Empty for
/// formulas, and where there are more than most_step_runs runs.
std::vector<StepRun> wdm_step_runs(const WdmConstruction& plan, kernels::Primitive primitive,
                                   kernels::Node n, std::int64_t wavelengths);

}  // namespace lightsweep::solvers::one_accounting
