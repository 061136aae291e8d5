#pragma once
// Second witnesses for "base or matching, step by step": step times straight from the model's
// equation, every decision by enumeration, and what each number of reconfigurations costs.

#include <limits>

#include "kernels/envelopes/decision_mask.hpp"
#include "solvers/addanki/two_state.hpp"

namespace lightsweep::tests {

/// Time of a step on the base [s] (Addanki 2025, eq. 3); infinite if unreachable.
inline double base_time(const kernels::StepCosts& costs, std::size_t step,
                        const kernels::Parameters& p) {
    if (!costs.reachable(step)) return std::numeric_limits<double>::infinity();
    return p.per_step_latency + p.per_hop_latency * costs.hops[step] +
           costs.share[step] * p.message_time() * costs.stretch[step];
}

/// Cost without delays and number of reconfigurations of one decision (eq. 6 and 7).
inline solvers::addanki::TwoStateSchedule price(std::span<const double> matched,
                                                std::span<const double> base,
                                                const kernels::DecisionMask& decision) {
    solvers::addanki::TwoStateSchedule plan{0, 0, decision};
    bool matching = false;
    for (std::size_t i = 0; i < matched.size(); ++i) {
        const bool match = kernels::is_matched(decision, i);
        plan.cost += match ? matched[i] : base[i];
        plan.reconfigurations += match || matching;
        matching = match;
    }
    return plan;
}

/// The optimum over all decisions, fewest reconfigurations on ties. At most 20 steps.
inline solvers::addanki::TwoStateSchedule enumerate_two_state(std::span<const double> matched,
                                                              std::span<const double> base,
                                                              double delay) {
    solvers::addanki::TwoStateSchedule best = price(matched, base, {0});
    for (std::uint64_t mask = 1; mask < (std::uint64_t{1} << matched.size()); ++mask) {
        auto plan = price(matched, base, {mask});
        plan.cost += plan.reconfigurations * delay;
        const bool tie = !(plan.cost < best.cost * kernels::tie_factor) &&
                         !(best.cost < plan.cost * kernels::tie_factor);
        if (tie ? plan.reconfigurations < best.reconfigurations : plan.cost < best.cost)
            best = std::move(plan);
    }
    return best;
}

/// W[R], R = 0..s: the count program's decisions, priced; infinite where it has none.
inline std::vector<double> cost_by_count(std::span<const double> matched,
                                         std::span<const double> base) {
    const solvers::addanki::CountTable table(matched, base);
    std::vector<double> costs;
    for (std::size_t r = 0; r <= matched.size(); ++r) {
        const auto plan = price(matched, base, table.decision(r));
        const bool exact = plan.reconfigurations == static_cast<std::int32_t>(r);
        costs.push_back(exact ? plan.cost : std::numeric_limits<double>::infinity());
    }
    return costs;
}

}  // namespace lightsweep::tests
