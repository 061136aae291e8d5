#include "solvers/contract/result_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lightsweep::solvers {

void ResultRow::add_computation(double seconds) {
    computation = seconds;
    if (seconds == 0) return;
    for (std::size_t i = 0; i < size_; ++i) {
        completion[i] += seconds;
        lower_bound[i] += seconds;
    }
}

void ResultRow::resize(std::size_t n, std::size_t words) {
    const std::size_t room = n + kernels::row_padding;
    more_steps.clear();
    algorithm.clear();
    more_computation.clear();
    ways.clear();
    plane_plans.clear();
    const bool has_decisions = !want_decisions || decision.size() == room * words;
    if (size_ == n && completion.size() == room && has_decisions) return;
    size_ = n;
    for (auto* column : {&completion, &startup, &propagation, &transmission, &congestion,
                         &reconfiguration, &lower_bound})
        column->resize(room);
    n_reconfigurations.resize(room);
    status.resize(room);
    reason.resize(room);
    if (want_decisions) decision.resize(room * words);
}

kernels::CostBreakdown ResultRow::breakdown(std::size_t i) const {
    return {startup[i],    propagation[i],     transmission[i],
            congestion[i], reconfiguration[i], computation_of(i)};
}

void ResultRow::set_optimum(std::size_t i, const kernels::CostBreakdown& cost,
                            std::int32_t reconfigurations) {
    set(i, cost);
    n_reconfigurations[i] = reconfigurations;
    lower_bound[i] = completion[i];
    status[i] = Status::optimal;
    reason[i] = Reason::none;
}

std::size_t ResultRow::reject_overflow() {
    std::size_t rejected = 0;
    for (std::size_t i = 0; i < size_; ++i) {
        if (std::isfinite(completion[i]) || status[i] == Status::infeasible) continue;
        status[i] = Status::error;
        reason[i] = Reason::evaluation_failed;
        ++rejected;
    }
    return rejected;
}

void ResultRow::fill_without_plan(Status what, Reason why) {
    const double value = what == Status::infeasible ? std::numeric_limits<double>::infinity()
                                                    : std::numeric_limits<double>::quiet_NaN();
    for (auto* column : {&completion, &startup, &propagation, &transmission, &congestion,
                         &reconfiguration, &lower_bound})
        std::ranges::fill(*column, value);
    std::ranges::fill(n_reconfigurations, -1);
    std::ranges::fill(status, what);
    std::ranges::fill(reason, why);
}

}  // namespace lightsweep::solvers
