#include "solvers/contract/prepared_sweep.hpp"

#include <algorithm>
#include <cmath>

namespace lightsweep::solvers {

void PreparedSweep::fill(const kernels::DelayRow& row, ResultRow& result) const {
    thread_local kernels::SweptRow swept;
    const auto& costs = structure().costs;
    result.resize(row.delays.size(), space().words());
    rule_.sweep(costs, row, swept);
    const double startup = row.per_step_latency * static_cast<double>(costs.steps());
    const double transmission = row.message_time * costs.volume;
    const double idle_ports = costs.matched_congestion();
    const double least = startup + row.per_hop_latency * costs.matched_hops() + transmission +
                         row.message_time * idle_ports;
    for (std::size_t i = 0; i < row.delays.size(); ++i) {
        result.set(i, {startup, row.per_hop_latency * swept.hops[i], transmission,
                       row.message_time * (swept.congestion[i] + idle_ports),
                       swept.reconfigurations[i] * row.delays[i]});
        result.n_reconfigurations[i] = static_cast<std::int32_t>(swept.reconfigurations[i]);
        result.lower_bound[i] = rule_.status == Status::optimal
                                    ? result.completion[i]
                                    : std::min(result.completion[i], least + swept.bound[i]);
    }
    std::fill(result.status.begin(), result.status.end(), rule_.status);
    std::fill(result.reason.begin(), result.reason.end(), Reason::none);
    if (result.want_decisions) fill_decisions(row, result);
}

void PreparedSweep::fill_decisions(const kernels::DelayRow& row, ResultRow& result) const {
    const std::size_t words = space().words();
    for (std::size_t i = 0; i < row.delays.size(); ++i) {
        const kernels::Parameters p{row.per_step_latency, row.per_hop_latency, row.message_time,
                                    1.0, row.delays[i]};
        const auto decision = rule_.decide(structure().costs, p);
        std::copy_n(decision.begin(), words, result.decision.begin() + i * words);
    }
}

}  // namespace lightsweep::solvers
