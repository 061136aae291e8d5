#include "solvers/contract/prepared_envelope.hpp"

#include <algorithm>

#include "kernels/envelopes/decision_mask.hpp"

namespace lightsweep::solvers {

void PreparedEnvelope::fill(const kernels::DelayRow& row, ResultRow& result) const {
    const std::size_t n = row.delays.size(), words = space().words();
    result.resize(n, words);
    if (table_.size() == 0)
        return result.fill_without_plan(Status::infeasible, Reason::base_disconnects_step);
    const bool few_words = words <= 2 && result.want_decisions;
    const bool many_words = words > 2 && result.want_decisions;
    const bool wants_plane = many_words || !table_.has_equal_steps();
    thread_local std::vector<std::int32_t> schedule;
    if (wants_plane) schedule.resize(n + kernels::row_padding);
    kernels::envelope_minimum(
        table_, row,
        {result.completion.data(), result.lower_bound.data(), result.startup.data(),
         result.propagation.data(), result.transmission.data(), result.congestion.data(),
         result.reconfiguration.data(), result.n_reconfigurations.data(),
         wants_plane ? schedule.data() : nullptr, few_words ? result.decision.data() : nullptr});
    std::ranges::fill(result.status, Status::optimal);
    std::ranges::fill(result.reason, Reason::none);
    if (!table_.has_equal_steps())
        for (std::size_t i = 0; i < n; ++i)
            result.more_steps.push_back(table_[schedule[i]].more_steps);
    if (!many_words) return;
    copy_decisions(schedule.data(), n, result.decision.data());
}

void PreparedEnvelope::copy_decisions(const std::int32_t* schedule, std::size_t n,
                                      std::uint64_t* to) const {
    const std::size_t words = table_.n_words();
    for (std::size_t i = 0; i < n; ++i)
        std::copy_n(table_.words(schedule[i]), words, to + i * words);
}

DecisionSpace place_of_a_plan(Subject problem) {
    auto space = base_or_matching(std::move(problem));
    space.bits = kernels::state_bits;
    space.entries = 1;
    return space;
}

kernels::ListedSchedule schedule_of(const kernels::StepCosts& costs,
                                    std::vector<std::uint64_t> decision) {
    kernels::ListedSchedule schedule{0, 0, 0, std::move(decision)};
    bool on_base = true;
    for (std::size_t i = 0; i < costs.steps(); ++i) {
        const bool match = kernels::is_matched(schedule.decision, i);
        schedule.hops += match ? costs.matched_hops(i) : costs.hops[i];
        schedule.congestion += match ? costs.matched_congestion(i) : costs.base_congestion(i);
        if (match)
            schedule.reconfigurations += costs.rounds_of(i);
        else if (!on_base)
            ++schedule.reconfigurations;
        on_base = !match;
    }
    return schedule;
}

namespace {

std::vector<std::uint64_t> mask_of(const std::vector<bool>& matched) {
    std::vector<std::uint64_t> mask(kernels::decision_words(matched.size(), 1), 0);
    for (std::size_t i = 0; i < matched.size(); ++i)
        if (matched[i]) mask[i / 64] |= std::uint64_t{1} << (i % 64);
    return mask;
}

/// Lower bound: sum over steps of the smaller time on the base or on own circuits, without delays.
double least_time(const kernels::StepCosts& costs, const kernels::Parameters& p) {
    double sum = 0;
    for (std::size_t i = 0; i < costs.steps(); ++i)
        sum += costs.matched_time(i, p) + std::min(0.0, costs.extra_time(i, p));
    return sum;
}

}  // namespace

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
    std::ranges::fill(result.status, rule_.status);
    std::ranges::fill(result.reason, Reason::none);
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

double time_of(const kernels::StepCosts& costs, const std::vector<std::uint64_t>& decision,
               const kernels::Parameters& p) {
    return cost_of(schedule_of(costs, decision), costs.steps(), costs.volume, kernels::row_at(p), 0)
        .total();
}

Prepared prepare_split(Subject problem, SplitRule rule) {
    const double volume = problem->costs.volume;
    auto space = base_or_matching(problem);
    const auto decide = [rule, problem, relaxed = problem->costs.relaxed()](
                            const kernels::DelayRow& row, std::size_t i) -> PointSchedule {
        const kernels::Parameters p{row.per_step_latency, row.per_hop_latency, row.message_time,
                                    1.0, row.delays[i]};
        return {schedule_of(problem->costs, rule.decide(problem->costs, p)),
                time_of(relaxed, rule.decide_bound(relaxed, p), p), Status::feasible};
    };
    return std::make_unique<PreparedPoints>(std::move(space), volume, decide);
}

Prepared prepare_scalar(ScalarDecision decide, Subject problem) {
    const double volume = problem->costs.volume;
    const auto decided = [decide, problem](const kernels::DelayRow& row,
                                           std::size_t i) -> PointSchedule {
        const kernels::Parameters p{row.per_step_latency, row.per_hop_latency, row.message_time,
                                    1.0, row.delays[i]};
        return {schedule_of(problem->costs, mask_of(decide(problem->costs, p))),
                least_time(problem->costs, p), Status::feasible};
    };
    return std::make_unique<PreparedPoints>(base_or_matching(problem), volume, decided);
}

}  // namespace lightsweep::solvers
