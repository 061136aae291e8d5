#include "solvers/walks/prepared_walks.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/envelopes/region_boundaries.hpp"
#include "kernels/parallel/lanes.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/walks/walk_envelope.hpp"

namespace lightsweep::solvers {

namespace {

using kernels::WalkSteps;
using kernels::parallel::lane_count;

/// Later topologies first, of one topology the lower state: walk_envelope.hpp's order of ties.
std::vector<std::size_t> order_of_ties(const WalkSpace& space) {
    std::vector<std::size_t> order(space.states());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&space](std::size_t a, std::size_t b) {
        return space.topology_of(a) > space.topology_of(b);
    });
    return order;
}

void put_costs(const WalkSpace& space, const std::vector<std::size_t>& order, WalkSteps& to) {
    for (std::size_t i = 0; i < to.n_steps; ++i)
        for (const std::size_t state : order) {
            const auto& costs = space.on[state];
            const bool possible = costs.reachable(i);
            to.hops.push_back(possible ? costs.hops[i] : kernels::unreachable_cost);
            to.congestion.push_back(possible ? costs.base_congestion(i)
                                             : kernels::unreachable_cost);
            to.more_steps.push_back(space.more_steps.empty() ? 0 : space.more_steps[state][i]);
        }
}

void put_ends(const WalkSpace& space, const std::vector<std::size_t>& order, WalkSteps& to) {
    const auto& rules = space.decisions.rules;
    for (std::size_t p = 0; p < order.size(); ++p) {
        const std::size_t topology = space.topology_of(order[p]);
        to.topology.push_back(static_cast<std::uint16_t>(topology));
        to.last_changes.push_back(rules.restore && topology != 0 ? 1 : 0);
        if (rules.free_start || order[p] == 0) to.starts.push_back(static_cast<std::uint16_t>(p));
    }
}

/// Only between states that some walk can be in.
void put_edges(const WalkSpace& space, const std::vector<std::size_t>& order, WalkSteps& to) {
    std::vector<bool> in_force(order.size(), false);
    for (const auto start : to.starts) in_force[start] = true;
    for (std::size_t i = 0; i < to.n_steps; ++i) {
        std::vector<bool> reached(order.size(), false);
        for (std::size_t from = 0; from < order.size(); ++from) {
            to.first.push_back(static_cast<std::uint32_t>(to.next.size()));
            for (std::size_t k = 0; in_force[from] && k < order.size(); ++k) {
                if (!space.on[order[k]].reachable(i)) continue;
                if (space.may_follow && !space.may_follow(i, order[from], order[k])) continue;
                to.next.push_back(static_cast<std::uint16_t>(k));
                reached[k] = true;
            }
        }
        in_force = std::move(reached);
    }
    to.first.push_back(static_cast<std::uint32_t>(to.next.size()));
}

WalkSteps walk_steps(const WalkSpace& space, const std::vector<std::size_t>& order) {
    WalkSteps steps;
    steps.n_steps = space.steps();
    steps.n_states = space.states();
    steps.volume = space.on[0].volume;
    put_costs(space, order, steps);
    put_ends(space, order, steps);
    put_edges(space, order, steps);
    return steps;
}

}  // namespace

PreparedWalks::PreparedWalks(WalkSpace space)
    : PreparedScheduler(space.decisions),
      order_(order_of_ties(space)),
      has_more_steps_(!space.more_steps.empty()),
      steps_(walk_steps(space, order_)) {}

std::size_t PreparedWalks::bytes() const {
    return (steps_.hops.size() * 3) * sizeof(double) + steps_.first.size() * sizeof(std::uint32_t) +
           steps_.next.size() * sizeof(std::uint16_t);
}

void PreparedWalks::fill(const kernels::DelayRow& row, ResultRow& result) const {
    thread_local kernels::WalkSweep sweep;
    const std::size_t n = row.delays.size();
    result.resize(n, space().words());
    sweep.begin(steps_, row);
    for (std::size_t first = 0; first < n; first += lane_count) {
        sweep.solve(first);
        for (std::size_t i = first; i < std::min(n, first + lane_count); ++i)
            store(sweep, i - first, row, i, result);
    }
}

void PreparedWalks::store(const kernels::WalkSweep& sweep, std::size_t lane,
                          const kernels::DelayRow& row, std::size_t i, ResultRow& result) const {
    thread_local std::vector<std::uint16_t> states;
    states.resize(steps_.n_steps);
    const auto walk = sweep.walk(lane, states);
    result.set(
        i, {row.per_step_latency * (static_cast<double>(steps_.n_steps) + walk.more_steps),
            row.per_hop_latency * walk.hops, row.message_time * steps_.volume,
            row.message_time * walk.congestion, static_cast<double>(walk.changes) * row.delays[i]});
    result.n_reconfigurations[i] = walk.changes;
    result.lower_bound[i] = result.completion[i];
    result.status[i] = Status::optimal;
    result.reason[i] = Reason::none;
    if (has_more_steps_) result.more_steps.push_back(static_cast<std::int32_t>(walk.more_steps));
    if (!result.want_decisions) return;
    const std::size_t words = space().words();
    const std::span<std::uint64_t> decision(&result.decision[i * words], words);
    std::fill(decision.begin(), decision.end(), 0);
    for (std::size_t k = 0; k < states.size(); ++k)
        kernels::put_state(decision, k, order_[states[k]], space().bits);
}

std::unique_ptr<PreparedScheduler> optimum_over_walks(WalkSpace space) {
    if (auto table = walk_envelope_up_to(space, most_listed_walks))
        return std::make_unique<PreparedEnvelope>(kernels::with_slabs(std::move(*table)),
                                                  std::move(space.decisions));
    return std::make_unique<PreparedWalks>(std::move(space));
}

}  // namespace lightsweep::solvers
