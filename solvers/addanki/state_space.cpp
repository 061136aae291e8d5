#include "solvers/addanki/state_space.hpp"

#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "kernels/parallel/for_each.hpp"

namespace lightsweep::solvers::addanki {

namespace {

using kernels::Permutation;
using kernels::StateCosts;
using kernels::Topology;

struct PermutationHash {
    std::size_t operator()(const Permutation& p) const {
        return static_cast<std::size_t>(p.hash());
    }
};

StateCosts empty_costs(const kernels::StepCosts& steps, std::size_t n_states) {
    StateCosts costs;
    costs.n_states = n_states;
    costs.share = steps.share;
    costs.volume = steps.volume;
    costs.hops.resize(steps.steps() * n_states);
    costs.congestion.resize(steps.steps() * n_states);
    return costs;
}

void put_column(StateCosts& costs, std::size_t state, const kernels::StepCosts& steps) {
    for (std::size_t i = 0; i < steps.steps(); ++i) {
        costs.hops[i * costs.n_states + state] = steps.hops[i];
        costs.congestion[i * costs.n_states + state] = steps.extra_share(i);
    }
}

void put_matching(StateCosts& costs, std::size_t state, const kernels::StepCosts& steps) {
    for (std::size_t i = 0; i < steps.steps(); ++i) {
        costs.hops[i * costs.n_states + state] = steps.active[i];
        costs.congestion[i * costs.n_states + state] = 0.0;
    }
}

/// The permutation whose matching has the same circuits as the base, if there is one.
std::optional<Permutation> as_permutation(const Topology& base) {
    std::vector<kernels::Node> to(static_cast<std::size_t>(base.size()), -1);
    std::vector<bool> is_target(to.size(), false);
    for (const auto& link : base.links()) {
        if (link.capacity != 1 || to[link.from] >= 0 || is_target[link.to]) return std::nullopt;
        to[link.from] = link.to;
        is_target[link.to] = true;
    }
    return Permutation::list(std::move(to));
}

/// The times of all pairs are stored, with 64 bytes of scratch each during a sweep over delays.
constexpr std::size_t most_pairs = std::size_t{1} << 22;

}  // namespace

DistinctMatchings distinct_matchings(std::shared_ptr<const Problem> structure) {
    DistinctMatchings found{{structure, {structure->base}, 1, false, kernels::state_bits, {}}, {}};
    found.decisions.rules.matchings_stand = true;
    auto& topologies = found.decisions.topologies;
    std::unordered_map<Permutation, std::size_t, PermutationHash> place;
    const auto base = as_permutation(structure->base);
    for (const auto& step : structure->collective.steps) {
        if (step.peer.is_identity()) {
            found.own.push_back(found.own.empty() ? 0 : found.own.back());
            continue;
        }
        const auto [known, is_new] = place.emplace(step.peer, 0);
        if (is_new) {
            // If the base has the same circuits, the state is the base.
            known->second = base == step.peer ? 0 : topologies.size();
            topologies.push_back(Topology::matching(step.peer));
        }
        found.own.push_back(known->second);
    }
    if (topologies.size() > kernels::most_states)
        throw std::invalid_argument(
            std::to_string(topologies.size() - 1) + " distinct matchings, at most " +
            std::to_string(kernels::most_states - 1) + " can be kept: use addanki, or fewer nodes");
    return found;
}

StateSpace reuse_states(std::shared_ptr<const Problem> structure) {
    auto distinct = distinct_matchings(structure);
    const auto& topologies = distinct.decisions.topologies;
    if (topologies.size() * structure->steps() > most_pairs)
        throw std::invalid_argument(std::to_string(structure->steps()) + " steps on " +
                                    std::to_string(topologies.size()) +
                                    " topologies are more than " + std::to_string(most_pairs) +
                                    " pairs: use addanki or every-step-reuse, or fewer nodes");
    StateSpace space{empty_costs(structure->costs, topologies.size()),
                     std::move(distinct.decisions)};
    auto& costs = space.costs;
    costs.n_standing = costs.n_states;
    put_column(costs, 0, structure->costs);
    kernels::parallel::for_each(costs.n_states - 1, [&](std::size_t other) {
        const std::size_t state = other + 1;
        put_column(costs, state, flow_costs(*structure, space.decisions.topologies[state]));
    });
    return space;
}

StateSpace pool_states(std::shared_ptr<const Problem> structure) {
    const auto bases = structure->bases();
    if (bases.size() >= kernels::most_states)
        throw std::invalid_argument("a pool of " + std::to_string(bases.size()) +
                                    " topologies; at most " +
                                    std::to_string(kernels::most_states - 1) + " are possible");
    StateSpace space{empty_costs(structure->costs, bases.size() + 1),
                     {structure, bases, bases.size(), true, kernels::state_bits, {}}};
    auto& costs = space.costs;
    costs.n_standing = bases.size();
    put_column(costs, 0, structure->costs);
    for (std::size_t state = 1; state < bases.size(); ++state)
        put_column(costs, state, structure->pool.costs[state - 1]);
    put_matching(costs, bases.size(), structure->costs);
    return space;
}

kernels::ListedSchedule plane_of(const StateCosts& costs, std::vector<std::uint64_t> decision) {
    kernels::ListedSchedule plane{0, 0, 0, std::move(decision)};
    std::size_t before = 0;
    for (std::size_t i = 0; i < costs.steps(); ++i) {
        const std::size_t now = kernels::state_at(plane.decision, i, kernels::state_bits);
        plane.hops += costs.hops[i * costs.n_states + now];
        plane.congestion += costs.congestion[i * costs.n_states + now];
        if (now != before || now >= costs.n_standing) ++plane.reconfigurations;
        before = now;
    }
    return plane;
}

}  // namespace lightsweep::solvers::addanki
