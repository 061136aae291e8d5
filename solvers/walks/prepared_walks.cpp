#include "solvers/walks/prepared_walks.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/envelopes/region_boundaries.hpp"
#include "kernels/parallel/lanes.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/walks/walk_envelope.hpp"

namespace lightsweep::solvers {

namespace {

using kernels::PairWalk;
using kernels::parallel::lane_count;

/// Later topologies first, of one topology the lower state: walk_envelope.hpp's order of ties.
std::vector<std::size_t> order_of_ties(const WalkSpace& space) {
    std::vector<std::size_t> order(space.states());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&space](std::size_t a, std::size_t b) {
        return space.topology_of(a) > space.topology_of(b);
    });
    return order;
}

void put_costs(const WalkSpace& space, const std::vector<std::size_t>& order, PairWalk& to) {
    for (std::size_t i = 0; i < to.n_steps; ++i)
        for (const std::size_t state : order) {
            const auto& costs = space.on[state];
            const bool possible = costs.reachable(i);
            to.hops.push_back(possible ? costs.hops[i] : kernels::unreachable_cost);
            to.congestion.push_back(possible ? costs.base_congestion(i)
                                             : kernels::unreachable_cost);
            if (!space.more_steps.empty()) to.more_steps.push_back(space.more_steps[state][i]);
        }
}

void put_ends(const WalkSpace& space, const std::vector<std::size_t>& order, PairWalk& to) {
    const auto& rules = space.decisions.rules;
    for (std::size_t p = 0; p < order.size(); ++p) {
        to.last_changes.push_back(rules.restore && space.topology_of(order[p]) != 0 ? 1 : 0);
        if (rules.free_start || order[p] == 0) to.starts.push_back(static_cast<std::uint16_t>(p));
    }
}

/// Only between states that some walk can be in.
void put_edges(const WalkSpace& space, const std::vector<std::size_t>& order, PairWalk& to) {
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
                const bool changes = space.topology_of(order[k]) != space.topology_of(order[from]);
                to.factor.push_back(changes ? 1 : 0);
                reached[k] = true;
            }
        }
        in_force = std::move(reached);
    }
    to.first.push_back(static_cast<std::uint32_t>(to.next.size()));
}

PairWalk pair_walk(const WalkSpace& space, const std::vector<std::size_t>& order) {
    PairWalk walk;
    walk.n_steps = space.steps();
    walk.n_states = space.states();
    walk.volume = space.on[0].volume;
    put_costs(space, order, walk);
    put_ends(space, order, walk);
    put_edges(space, order, walk);
    return walk;
}

}  // namespace

PreparedWalks::PreparedWalks(const WalkSpace& space)
    : PreparedWalks(space.decisions, pair_walk(space, order_of_ties(space)), order_of_ties(space)) {
}

std::size_t PreparedWalks::bytes() const {
    return 3 * problem_.hops.size() * sizeof(double) +
           problem_.first.size() * sizeof(std::uint32_t) +
           problem_.next.size() * (sizeof(std::uint16_t) + sizeof(double)) +
           problem_.ports.size() * sizeof(double);
}

void PreparedWalks::fill(const kernels::DelayRow& row, ResultRow& result) const {
    thread_local kernels::PairSweep sweep;
    const std::size_t n = row.delays.size();
    result.resize(n, space().words());
    sweep.begin(problem_, row);
    for (std::size_t first = 0; first < n; first += lane_count) {
        sweep.solve(first);
        for (std::size_t i = first; i < std::min(n, first + lane_count); ++i)
            store(sweep, i - first, row, i, result);
    }
}

void PreparedWalks::store(const kernels::PairSweep& sweep, std::size_t lane,
                          const kernels::DelayRow& row, std::size_t i, ResultRow& result) const {
    thread_local std::vector<std::uint16_t> states;
    states.resize(problem_.n_steps);
    const auto walk = sweep.walk(lane, states);
    result.set_optimum(
        i,
        {row.per_step_latency * (static_cast<double>(problem_.n_steps) + walk.more_steps),
         row.per_hop_latency * walk.hops, row.message_time * problem_.volume,
         row.message_time * walk.congestion,
         walk.factors * row.delays[i] + walk.ports * row.port_delay},
        walk.changes);
    if (!problem_.more_steps.empty())
        result.more_steps.push_back(static_cast<std::int32_t>(walk.more_steps));
    if (!result.want_decisions) return;
    const std::size_t words = space().words();
    const std::span<std::uint64_t> decision(&result.decision[i * words], words);
    std::ranges::fill(decision, 0);
    for (std::size_t k = 0; k < states.size(); ++k)
        kernels::put_state(decision, k, order_.empty() ? states[k] : order_[states[k]],
                           space().bits);
}

Prepared optimum_over_walks(WalkSpace space) {
    if (auto table = walk_envelope(space, most_listed_walks))
        return std::make_unique<PreparedEnvelope>(kernels::with_slabs(std::move(*table)),
                                                  std::move(space.decisions));
    return std::make_unique<PreparedWalks>(space);
}

}  // namespace lightsweep::solvers
