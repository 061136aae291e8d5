#pragma once
// A few schedules of lightpaths as cost planes, evaluated over rows of delays
// (ring_schedulers.hpp).

#include <vector>

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers::optree {

/// time = steps * per_step + items * (d / B) + reconfigurations * a.
struct RingCost {
    double steps = 0, items = 0, reconfigurations = 0;

    double at(const kernels::DelayRow& row, double item_time, double delay) const {
        return steps * row.per_step_latency + items * item_time + reconfigurations * delay;
    }
};

/// Every step carries one item and is reconfigured.
inline RingCost charged(std::int64_t steps) {
    const auto count = static_cast<double>(steps);
    return {count, count, count};
}

/// What is known of a structure for one scheduler.
struct RingCosts {
    std::vector<RingCost> planes{};  ///< at least one; on ties the earlier one is taken
    RingCost bound{};
    std::vector<LightpathPlan> plans{};  ///< of the planes, or empty: formulas
    bool complete = true;                ///< false: a budget ran out before the proof
};

/// The scheduler of these planes. A decision is the place of the plane taken. Status: formula
/// without plans; optimal where the time is the bound's; else feasible or budget.
std::unique_ptr<PreparedScheduler> prepare_costs(std::shared_ptr<const Structure> structure,
                                                 RingCosts costs);

}  // namespace lightsweep::solvers::optree
