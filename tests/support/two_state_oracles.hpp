#pragma once
// Second witnesses for "base or matching, step by step": step times straight from the model's
// equation, every decision by enumeration, and what each number of reconfigurations costs.

#include <cmath>
#include <limits>

#include "kernels/envelopes/decision_mask.hpp"
#include "solvers/addanki/two_state.hpp"
#include "solvers/addanki/useful_schedules.hpp"

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
    solvers::UniformWalks walks{{nullptr, {kernels::Topology::ring_uni(2)}, 1, true, 1, {}}, 0, {}};
    for (std::size_t i = 0; i < matched.size(); ++i) {
        auto& choices = walks.choices.emplace_back();
        if (std::isfinite(base[i])) choices.push_back({0, true, base[i], 0});
        choices.push_back({1, true, matched[i], 0});
    }
    const solvers::addanki::CountTable table(walks, 1, 0);
    std::vector<double> costs(matched.size() + 1, std::numeric_limits<double>::infinity());
    for (std::size_t r = 0; r < costs.size(); ++r) {
        const auto states = table.walk(r);
        if (!states) continue;
        kernels::DecisionMask decision = kernels::base_throughout(matched.size());
        for (std::size_t i = 0; i < states->size(); ++i)
            kernels::put_state(decision, i, (*states)[i], 1);
        const auto plan = price(matched, base, decision);
        if (plan.reconfigurations == static_cast<std::int32_t>(r)) costs[r] = plan.cost;
    }
    return costs;
}

}  // namespace lightsweep::tests
