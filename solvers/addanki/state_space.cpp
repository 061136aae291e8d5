#include "solvers/addanki/state_space.hpp"

#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "kernels/parallel/for_each.hpp"

namespace lightsweep::solvers::addanki {

namespace {

using kernels::Permutation;
using kernels::StepCosts;
using kernels::Topology;

struct PermutationHash {
    std::size_t operator()(const Permutation& p) const {
        return static_cast<std::size_t>(p.hash());
    }
};

/// Every step on these topologies, as far as they carry it, and on its own matching if decisions
/// have one. costs: of the steps on each topology.
UniformWalks walks_over(DecisionSpace decisions, const std::vector<const StepCosts*>& costs) {
    const StepCosts& own = *costs[0];
    UniformWalks walks{std::move(decisions), own.volume, {}};
    for (std::size_t i = 0; i < own.steps(); ++i) {
        auto& choices = walks.choices.emplace_back();
        for (std::size_t state = 0; state < costs.size(); ++state)
            if (costs[state]->reachable(i))
                choices.push_back({static_cast<std::uint32_t>(state), true, costs[state]->hops[i],
                                   costs[state]->base_congestion(i)});
        if (walks.decisions.own_matching)
            choices.push_back({static_cast<std::uint32_t>(costs.size()), true, own.matched_hops(i),
                               own.matched_congestion(i)});
    }
    return walks;
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

/// The costs of all pairs are stored.
constexpr std::size_t most_pairs = std::size_t{1} << 22;

}  // namespace

DistinctMatchings distinct_matchings(std::shared_ptr<const Problem> problem) {
    DistinctMatchings found{{problem, {problem->base}, 1, false, kernels::state_bits, {}}, {}};
    found.decisions.rules.matchings_stand = true;
    auto& topologies = found.decisions.topologies;
    std::unordered_map<Permutation, std::size_t, PermutationHash> place;
    const auto base = as_permutation(problem->base);
    for (const auto& step : problem->collective.steps) {
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

UniformWalks reuse_states(std::shared_ptr<const Problem> problem) {
    auto decisions = distinct_matchings(problem).decisions;
    const auto& topologies = decisions.topologies;
    if (topologies.size() * problem->steps() > most_pairs)
        throw std::invalid_argument(std::to_string(problem->steps()) + " steps on " +
                                    std::to_string(topologies.size()) +
                                    " topologies are more than " + std::to_string(most_pairs) +
                                    " pairs: use addanki or every-step-reuse, or fewer nodes");
    std::vector<StepCosts> measured(topologies.size());
    std::vector<const StepCosts*> costs{&problem->costs};
    for (std::size_t k = 1; k < measured.size(); ++k) costs.push_back(&measured[k]);
    kernels::parallel::for_each(measured.size() - 1, [&](std::size_t other) {
        measured[other + 1] = flow_costs(*problem, topologies[other + 1]);
    });
    return walks_over(std::move(decisions), costs);
}

UniformWalks pool_states(std::shared_ptr<const Problem> problem) {
    const auto bases = problem->bases();
    if (bases.size() >= kernels::most_states)
        throw std::invalid_argument("a pool of " + std::to_string(bases.size()) +
                                    " topologies; at most " +
                                    std::to_string(kernels::most_states - 1) + " are possible");
    std::vector<const StepCosts*> costs{&problem->costs};
    for (const auto& other : problem->pool.costs) costs.push_back(&other);
    return walks_over({problem, bases, bases.size(), true, kernels::state_bits, {}}, costs);
}

UniformWalks base_and_matching(std::shared_ptr<const Problem> problem) {
    return walks_over(base_or_matching(problem), {&problem->costs});
}

}  // namespace lightsweep::solvers::addanki
