#pragma once
// Step-optimal broadcast trees (optree/trees/broadcast_construction.hpp) that also use the
// wavelengths which would be idle.

#include "solvers/one_accounting/wdm/wdm_cost.hpp"
#include "solvers/optree/trees/broadcast_construction.hpp"

namespace lightsweep::solvers::one_accounting {

/// A broadcast whose steps are cut into parts: the launches of step i are assigned floor(w /
/// parts[i]) wavelengths, so that an item can be cut into parts[i] parts, each on its own copy of
/// the assignment.
struct WdmBroadcast {
    optree::BroadcastConstruction
        plan{};                         ///< launches of every step within its share of wavelengths
    std::vector<std::int64_t> parts{};  ///< number of parts of each step

    /// Whether each step reconfigures: all do, except the first ones whose hops all lead to
    /// neighbours.
    std::vector<bool> charged() const;
    WdmCost cost() const;
};

/// Whether one step is enough; then the one-stage assignment is the schedule.
bool wdm_broadcast_is_one_stage(const optree::RingTask& task);

/// The schedule with the fewest steps, each cut into as many parts as can be assigned.
WdmBroadcast wdm_broadcast(const optree::RingTask& task);

}  // namespace lightsweep::solvers::one_accounting
