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

}  // namespace lightsweep::solvers
