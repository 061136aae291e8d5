#pragma once
// A prepared scheduler for a few lightpath schedules: their linear costs, evaluated over rows of
// delays (ring_schedulers.hpp).

#include <vector>

#include "solvers/contract/prepared_scheduler.hpp"

namespace lightsweep::solvers::optree {

/// Linear cost of one schedule: time = steps * per_step + items * (d / B) + reconfigurations * a.
struct RingCost {
    double steps = 0, items = 0, reconfigurations = 0;

    double at(const kernels::DelayRow& row, double item_time, double delay) const {
        return steps * row.per_step_latency + items * item_time + reconfigurations * delay;
    }
};

/// Cost of a schedule in which every step carries one item and is reconfigured.
inline RingCost charged(std::int64_t steps) {
    const auto count = static_cast<double>(steps);
    return {count, count, count};
}

/// The schedules of one problem for one scheduler, with their bound.
struct RingCosts {
    std::vector<RingCost> planes{};  ///< at least one linear cost; on ties the earlier one is taken
    RingCost bound{};
    /// Construction of each linear cost; empty for formulas.
    std::vector<LightpathConstruction> plans{};
    bool complete = true;  ///< false: a budget ran out before the proof
};

/// Prepares the scheduler of these schedules. A decision is the index of the chosen one. The status
/// is formula without constructions, optimal where the time equals the bound, otherwise feasible or
/// budget.
std::unique_ptr<PreparedScheduler> prepare_costs(std::shared_ptr<const Problem> problem,
                                                 RingCosts costs);

}  // namespace lightsweep::solvers::optree
