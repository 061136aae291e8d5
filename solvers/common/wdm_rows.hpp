#pragma once
// The schedulers of WDM rings under rules = common (solvers/common/wdm_planes.hpp), for the
// registry.

#include <string_view>

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers::common {

/// The scheduler of that name on the structure's ring.
std::unique_ptr<PreparedScheduler> prepare_wdm(std::string_view name,
                                               std::shared_ptr<const Structure> structure);

/// Trees carry no personalised data; OpTree's formula is attained by no schedule.
std::optional<Reason> refuse_on_ring(std::string_view name, const Structure& structure);

}  // namespace lightsweep::solvers::common
