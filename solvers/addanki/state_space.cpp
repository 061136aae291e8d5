#include "solvers/addanki/state_space.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "kernels/parallel/for_each.hpp"
#include "kernels/topologies/circuits.hpp"

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

class Table {
  public:
    Table(std::size_t steps, std::size_t states)
        : states_(states), values_(steps * states * states, 0.0) {}
    double& at(std::size_t step, std::size_t from, std::size_t to) {
        return values_[(step * states_ + from) * states_ + to];
    }
    const std::vector<double>& values() const { return values_; }

  private:
    std::size_t states_;
    std::vector<double> values_;
};

/// No circuits: what stands of a matching before the first step.
Topology nothing_lit(const Problem& s) {
    return Topology::matching(Permutation::shift(s.collective.n, 0));
}

/// The circuits of a step that one configuration carries. With one route per pair they are named by
/// the first port's.
Topology own_circuits(const Problem& s, const kernels::Step& step) {
    if (s.measure == measures::routed) return Topology::matching(step.peer);
    return kernels::matched_circuits(
        s.collective, kernels::rounds_of(step, s.collective.matching_ports()).front());
}

void put_link_shares(const Problem& s, Table& factors) {
    const auto bases = s.bases();
    const std::size_t matched = bases.size();
    auto before = nothing_lit(s);
    for (std::size_t i = 0; i < s.steps(); ++i) {
        auto now = own_circuits(s, s.collective.steps[i]);
        for (std::size_t j = 0; j < matched; ++j) {
            factors.at(i, j, matched) = kernels::new_link_share(bases[j], now);
            factors.at(i, matched, j) = kernels::new_link_share(before, bases[j]);
            for (std::size_t k = 0; k < matched; ++k)
                factors.at(i, j, k) =
                    i == 0 ? kernels::new_link_share(bases[j], bases[k]) : factors.at(0, j, k);
        }
        factors.at(i, matched, matched) = kernels::new_link_share(before, now);
        before = std::move(now);
    }
}

void put_pair_factors(const Problem& s, Table& factors) {
    const std::size_t bases = s.pool.others.size() + 1;
    for (std::size_t i = 0; i < s.steps(); ++i)
        for (std::size_t j = 0; j <= bases; ++j)
            for (std::size_t k = 0; k <= bases; ++k)
                factors.at(i, j, k) =
                    j < bases && k < bases ? s.pool.switching.factors.at(j * bases + k) : 1.0;
}

/// The walks with a price for each pair; factors, ports: [step][from][to].
kernels::PairWalk pair_walk(const UniformWalks& walks, std::vector<double> factors,
                            std::vector<double> ports) {
    const std::size_t n = walks.states(), states = walks.steps() * n;
    kernels::PairWalk pairs;
    pairs.n_steps = walks.steps();
    pairs.n_states = n;
    pairs.volume = walks.volume;
    pairs.hops.assign(states, kernels::unreachable_cost);
    pairs.congestion = pairs.hops;
    for (std::size_t i = 0; i < walks.steps(); ++i)
        for (const StateCost& choice : walks.choices[i]) {
            pairs.hops[i * n + choice.state] = choice.hops;
            pairs.congestion[i * n + choice.state] = choice.congestion;
        }
    for (std::size_t k = 0; k <= states; ++k)
        pairs.first.push_back(static_cast<std::uint32_t>(k * n));
    for (std::size_t e = 0; e < states * n; ++e)
        pairs.next.push_back(static_cast<std::uint16_t>(e % n));
    pairs.factor = std::move(factors);
    pairs.ports = std::move(ports);
    pairs.starts = {0};
    pairs.last_changes.assign(n, 0);
    return pairs;
}

}  // namespace

namespace {

/// Place of circuits of several permutations among the topologies; equal links are one.
std::size_t place_of_union(Topology circuits, std::vector<Topology>& topologies) {
    const auto known = std::ranges::find_if(topologies, [&](const Topology& one) {
        return one.kind() != Topology::Kind::matching && kernels::same_circuits(one, circuits);
    });
    const auto place = static_cast<std::size_t>(known - topologies.begin());
    if (known == topologies.end()) topologies.push_back(std::move(circuits));
    return place;
}

/// The step's circuits by their offsets, where they are shifts that reach every node: flows over
/// them are those of one pair.
std::optional<Topology> as_circulant(const Topology& circuits) {
    const auto links = circuits.links();
    std::vector<std::int64_t> offsets;
    std::vector<double> rates;
    for (const auto& link : links)
        if (link.from == 0) {
            offsets.push_back(link.to);
            rates.push_back(link.capacity);
        }
    const kernels::Node n = circuits.size();
    const auto is_like_first = [&](const kernels::Edge& link) {
        const auto at = std::ranges::find(offsets, kernels::modulo(link.to - link.from, n));
        return at != offsets.end() && rates[at - offsets.begin()] == link.capacity;
    };
    std::int64_t common = n;
    for (const auto offset : offsets) common = std::gcd(common, offset);
    const bool is_one = common == 1 && links.size() == offsets.size() * std::size_t(n) &&
                        std::ranges::all_of(links, is_like_first);
    return is_one
               ? std::optional(Topology::circulant(n, offsets, kernels::LinkBandwidth::full, rates))
               : std::nullopt;
}

/// Costs of all steps on circuits that some of them have as their own. Those carry bytes that
/// differ directly.
StepCosts costs_on(const Problem& problem, const DistinctMatchings& found, std::size_t state) {
    const auto& circuits = found.decisions.topologies[state];
    const bool is_union = circuits.kind() != Topology::Kind::matching;
    const auto costs_of = [&](const Topology& topology) {
        return flow_costs(problem.collective, topology, {problem.flow_gap}, problem.measure);
    };
    const bool by_flow = problem.measure == measures::concurrent_flow;
    const auto same = is_union && by_flow ? as_circulant(circuits) : std::nullopt;
    auto costs = costs_of(same ? *same : circuits);
    for (std::size_t i = 0; i < costs.steps(); ++i)
        if (found.own[i] == state && !problem.collective.steps[i].weights.empty() &&
            !costs.matched_stretch.empty())
            costs.stretch[i] = costs.least_stretch[i] = costs.matched_stretch[i];
    return problem.upper_flows ? costs.optimistic() : costs;
}

}  // namespace

DistinctMatchings distinct_matchings(Subject problem) {
    DistinctMatchings found{{problem, {problem->base}, 1, false, kernels::state_bits, {}}, {}};
    found.decisions.rules.matchings_stand = true;
    auto& topologies = found.decisions.topologies;
    std::unordered_map<Permutation, std::size_t, PermutationHash> place;
    const auto base = as_permutation(problem->base);
    for (const auto& step : problem->collective.steps) {
        if (step.demand().is_idle()) {
            found.own.push_back(found.own.empty() ? 0 : found.own.back());
            continue;
        }
        auto circuits = own_circuits(*problem, step);
        if (circuits.kind() != Topology::Kind::matching) {
            found.own.push_back(place_of_union(std::move(circuits), topologies));
            continue;
        }
        const auto own = circuits.permutation();
        const auto [known, is_new] = place.emplace(own, 0);
        if (is_new) {
            // If the base has the same circuits, the state is the base.
            known->second = base == own ? 0 : topologies.size();
            topologies.push_back(Topology::matching(own));
        }
        found.own.push_back(known->second);
    }
    if (topologies.size() > kernels::most_states)
        throw std::invalid_argument(
            std::to_string(topologies.size() - 1) + " distinct matchings, at most " +
            std::to_string(kernels::most_states - 1) + " can be kept: use addanki, or fewer nodes");
    return found;
}

UniformWalks reuse_states(Subject problem) {
    const auto found = distinct_matchings(problem);
    const auto& topologies = found.decisions.topologies;
    if (topologies.size() * problem->steps() > most_pairs)
        throw std::invalid_argument(std::to_string(problem->steps()) + " steps on " +
                                    std::to_string(topologies.size()) +
                                    " topologies are more than " + std::to_string(most_pairs) +
                                    " pairs: use addanki or every-step-reuse, or fewer nodes");
    std::vector<StepCosts> measured(topologies.size());
    std::vector<const StepCosts*> costs{&problem->costs};
    for (std::size_t k = 1; k < measured.size(); ++k) costs.push_back(&measured[k]);
    kernels::parallel::for_each(measured.size() - 1, [&](std::size_t other) {
        measured[other + 1] = costs_on(*problem, found, other + 1);
    });
    return walks_over(found.decisions, costs);
}

UniformWalks pool_states(Subject problem) {
    const auto bases = problem->bases();
    if (bases.size() >= kernels::most_states)
        throw std::invalid_argument("a pool of " + std::to_string(bases.size()) +
                                    " topologies; at most " +
                                    std::to_string(kernels::most_states - 1) + " are possible");
    std::vector<const StepCosts*> costs{&problem->costs};
    for (const auto& other : problem->pool.costs) costs.push_back(&other);
    return walks_over({problem, bases, bases.size(), true, kernels::state_bits, {}}, costs);
}

UniformWalks base_and_matching(Subject problem) {
    return walks_over(base_or_matching(problem), {&problem->costs});
}

kernels::PairWalk port_walk(const UniformWalks& walks) {
    const Problem& s = *walks.decisions.structure;
    constexpr std::size_t base = 0, matched = 1;
    Table ports(s.steps(), 2);
    const auto changed = [&s, count = s.collective.union_ports()](const Topology& standing,
                                                                  const Topology& wanted) {
        return static_cast<double>(kernels::changed_ports(s.base, standing, wanted, count));
    };
    auto before = nothing_lit(s);
    for (std::size_t i = 0; i < s.steps(); ++i) {
        auto now = own_circuits(s, s.collective.steps[i]);
        ports.at(i, base, matched) = changed(s.base, now);
        ports.at(i, matched, base) = changed(before, s.base);
        ports.at(i, matched, matched) = changed(before, now);
        before = std::move(now);
    }
    auto factors = ports.values();
    for (double& factor : factors) factor = factor > 0 ? 1.0 : 0.0;
    return pair_walk(walks, std::move(factors), ports.values());
}

kernels::PairWalk pool_walk(const UniformWalks& walks) {
    const Problem& s = *walks.decisions.structure;
    Table factors(s.steps(), walks.states());
    if (s.pool.switching.price == Switching::Price::by_links)
        put_link_shares(s, factors);
    else
        put_pair_factors(s, factors);
    return pair_walk(walks, factors.values(), {});
}

}  // namespace lightsweep::solvers::addanki
