#pragma once
// Registry functions of the WDM ring schedulers under rules = common
// (solvers/one_accounting/wdm/wdm_envelopes.hpp).

#include <string_view>

#include "solvers/contract/prepared_scheduler.hpp"

namespace lightsweep::solvers::one_accounting {

/// Prepares the scheduler of that name on the problem's ring.
std::unique_ptr<PreparedScheduler> prepare_wdm(std::string_view name,
                                               std::shared_ptr<const Problem> problem);

/// Why it cannot be used: trees carry no personalised data, and no schedule attains OpTree's
/// formula.
std::optional<Reason> refuse_on_ring(std::string_view name, const Problem& problem);

}  // namespace lightsweep::solvers::one_accounting
