#pragma once
// The step-optimal broadcast trees of optree/broadcast_plan.hpp with idle wavelengths put to use.

#include "solvers/common/wdm_cost.hpp"
#include "solvers/optree/broadcast_plan.hpp"

namespace lightsweep::solvers::common {

/// Every step is assigned floor(w / parts) wavelengths, so that an item can be cut into that many
/// parts, each on a copy of the assignment.
struct WdmBroadcast {
    optree::BroadcastPlan plan{};       ///< launches of every step within its share of wavelengths
    std::vector<std::int64_t> parts{};  ///< per step

    /// Every step reconfigures but the first ones whose hops all lead to neighbours.
    std::vector<bool> charged() const;
    WdmCost cost() const;
};

/// Whether one step is enough: the one-stage assignment then is the plan.
bool wdm_broadcast_is_one_stage(const optree::RingTask& task);

/// The plan of fewest steps, each of its steps cut into as many parts as can be assigned.
WdmBroadcast wdm_broadcast(const optree::RingTask& task);

}  // namespace lightsweep::solvers::common
