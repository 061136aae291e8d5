#include "solvers/addanki/prepared_states.hpp"

#include <algorithm>

#include "kernels/parallel/lanes.hpp"
#include "solvers/addanki/state_counts.hpp"
#include "solvers/contract/prepared_envelope.hpp"

namespace lightsweep::solvers::addanki {

using kernels::parallel::lane_count;

PreparedStates::PreparedStates(StateSpace space, std::optional<kernels::StateChanges> changes)
    : PreparedScheduler(std::move(space.decisions)),
      costs_(std::move(space.costs)),
      changes_(std::move(changes)) {}

std::size_t PreparedStates::bytes() const {
    std::size_t numbers = 2 * costs_.hops.size() + costs_.share.size();
    if (changes_) numbers += changes_->factor.size() + changes_->ports.size();
    return numbers * sizeof(double);
}

void PreparedStates::fill(const kernels::DelayRow& row, ResultRow& result) const {
    thread_local kernels::StateSweep sweep;
    const std::size_t n = row.delays.size();
    result.resize(n, space().words());
    sweep.begin(costs_, row);
    for (std::size_t first = 0; first < n; first += lane_count) {
        if (changes_)
            sweep.solve_pairs(*changes_, first);
        else
            sweep.solve_uniform(first);
        for (std::size_t i = first; i < std::min(n, first + lane_count); ++i)
            store(sweep, i - first, row, i, result);
    }
}

void PreparedStates::store(const kernels::StateSweep& sweep, std::size_t lane,
                           const kernels::DelayRow& row, std::size_t i, ResultRow& result) const {
    thread_local std::vector<std::uint16_t> states;
    states.resize(result.want_decisions ? costs_.steps() : 0);
    const auto walk = sweep.walk(lane, states);
    result.set(i, {row.per_step_latency * static_cast<double>(costs_.steps()),
                   row.per_hop_latency * walk.hops, row.message_time * costs_.volume,
                   row.message_time * walk.congestion,
                   walk.factors * row.delays[i] + walk.ports * row.port_delay});
    result.n_reconfigurations[i] = walk.reconfigurations;
    result.lower_bound[i] = result.completion[i];
    result.status[i] = Status::optimal;
    result.reason[i] = Reason::none;
    if (!result.want_decisions) return;
    const std::size_t words = space().words();
    const std::span<std::uint64_t> decision(&result.decision[i * words], words);
    std::fill(decision.begin(), decision.end(), 0);
    for (std::size_t k = 0; k < states.size(); ++k)
        kernels::put_state(decision, k, states[k], space().bits);
}

std::unique_ptr<PreparedScheduler> uniform_plan(StateSpace space) {
    if (auto planes = state_envelope(space.costs))
        return std::make_unique<PreparedEnvelope>(std::move(*planes), std::move(space.decisions));
    return std::make_unique<PreparedStates>(std::move(space), std::nullopt);
}

}  // namespace lightsweep::solvers::addanki
