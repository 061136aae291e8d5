#include "solvers/one_accounting/walks/prepared_threshold.hpp"

#include <algorithm>
#include <limits>

namespace lightsweep::solvers::one_accounting {

namespace {

/// A step's structural costs on the base and on its own circuits, and where those are; at one
/// message their times [s]. Own circuits are taken where the gain exceeds the delay.
struct Costs {
    double base_hops = 0, base_congestion = 0, own_hops = 0, own_congestion = 0;
    std::size_t own = 0;
    bool base_works = false, own_works = false;
    double on_base = 0, on_own = 0, gain = 0;
};

Costs costs_of(const std::vector<StateCost>& choices) {
    Costs costs;
    for (const StateCost& choice : choices)
        if (choice.state == 0) {
            costs.base_works = true;
            costs.base_hops = choice.hops;
            costs.base_congestion = choice.congestion;
        } else {
            costs.own_works = true;
            costs.own = choice.state;
            costs.own_hops = choice.hops;
            costs.own_congestion = choice.congestion;
        }
    return costs;
}

/// What the steps cost together, for all delays in [from, to).
struct Sums {
    double from = -std::numeric_limits<double>::infinity(), to = -from, hops = 0, congestion = 0;
    std::int32_t changes = 0;
};

std::vector<Costs> costs_of(const UniformWalks& walks, const kernels::DelayRow& row) {
    constexpr double never = std::numeric_limits<double>::infinity();
    std::vector<Costs> all;
    for (const auto& choices : walks.choices) {
        auto& one = all.emplace_back(costs_of(choices));
        one.on_base = row.per_hop_latency * one.base_hops + row.message_time * one.base_congestion;
        one.on_own = row.per_hop_latency * one.own_hops + row.message_time * one.own_congestion;
        one.gain = !one.own_works ? -never : !one.base_works ? never : one.on_base - one.on_own;
    }
    return all;
}

Sums sums_at(double delay, const std::vector<Costs>& steps, const DecisionSpace& space,
             std::span<std::uint64_t> decision) {
    Sums sums;
    std::size_t now = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Costs& one = steps[i];
        const bool own = one.gain > delay;
        if (own)
            sums.to = std::min(sums.to, one.gain);
        else
            sums.from = std::max(sums.from, one.gain);
        const std::size_t next = own ? one.own : 0;
        sums.hops += own ? one.own_hops : one.base_hops;
        sums.congestion += own ? one.own_congestion : one.base_congestion;
        sums.changes += next != now;
        now = next;
        if (!decision.empty()) kernels::put_state(decision, i, next, space.bits);
    }
    sums.changes += space.rules.restore && now != 0;
    return sums;
}

}  // namespace

void PreparedThreshold::fill(const kernels::DelayRow& row, ResultRow& result) const {
    const std::size_t n = row.delays.size(), words = space().words();
    result.resize(n, words);
    const auto steps = costs_of(walks_, row);
    const double startup = row.per_step_latency * static_cast<double>(steps.size()),
                 transmission = row.message_time * walks_.volume;
    double least = 0;
    for (const auto& one : steps) least += one.gain > 0 ? one.on_own : one.on_base;
    Sums sums{.to = -1};
    for (std::size_t at = 0; at < n; ++at) {
        const double delay = row.delays[at];
        std::span<std::uint64_t> decision;
        if (result.want_decisions) {
            decision = {&result.decision[at * words], words};
            std::ranges::fill(decision, 0);
        }
        if (!decision.empty() || !(sums.from <= delay && delay < sums.to))
            sums = sums_at(delay, steps, space(), decision);
        result.set(at, {startup, row.per_hop_latency * sums.hops, transmission,
                        row.message_time * sums.congestion, delay * sums.changes});
        result.n_reconfigurations[at] = sums.changes;
        result.lower_bound[at] = std::min(result.completion[at], startup + transmission + least);
        const bool proven = result.lower_bound[at] >= result.completion[at] * (1 - 1e-12);
        result.status[at] = proven ? Status::optimal : Status::feasible;
        result.reason[at] = Reason::none;
    }
}

}  // namespace lightsweep::solvers::one_accounting
