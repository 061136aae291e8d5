#include "solvers/contract/prepared_points.hpp"

#include <algorithm>

namespace lightsweep::solvers {

kernels::CostBreakdown cost_of(const kernels::ListedSchedule& schedule, std::size_t n_steps,
                               double volume, const kernels::DelayRow& row, std::size_t i) {
    return {row.per_step_latency * static_cast<double>(n_steps),
            row.per_hop_latency * schedule.hops,
            row.message_time * volume,
            row.message_time * schedule.congestion,
            row.delays[i] * schedule.reconfigurations,
            0};
}

void PreparedPoints::fill(const kernels::DelayRow& row, ResultRow& result) const {
    const std::size_t words = space().words();
    result.resize(row.delays.size(), words);
    for (std::size_t i = 0; i < row.delays.size(); ++i) {
        const auto [schedule, bound, status, reason] = decide_(row, i);
        const bool exists = schedule.hops < kernels::unreachable_cost;
        result.set(i, cost_of(schedule, structure().steps(), volume_, row, i));
        if (!exists) result.completion[i] = kernels::unreachable_cost;
        result.n_reconfigurations[i] = exists ? schedule.reconfigurations : -1;
        result.lower_bound[i] = std::min(result.completion[i], bound);
        result.status[i] = exists ? status : Status::infeasible;
        result.reason[i] = exists ? reason : Reason::base_disconnects_step;
        if (result.want_decisions)
            std::copy_n(schedule.decision.begin(), words,
                        result.decision.begin() + static_cast<std::ptrdiff_t>(i * words));
    }
}

}  // namespace lightsweep::solvers
