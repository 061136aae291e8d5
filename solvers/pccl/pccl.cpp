#include "solvers/pccl/pccl.hpp"

#include <algorithm>

#include "kernels/collectives/transmitters.hpp"
#include "kernels/envelopes/region_boundaries.hpp"
#include "kernels/topologies/link_graph.hpp"
#include "solvers/contract/prepared_envelope.hpp"

namespace lightsweep::solvers::pccl {

namespace {

/// With more unfinished walks than this, the recurrence is faster.
constexpr std::size_t most_walks = 600;

using kernels::SimpleLinks;
using kernels::Topology;

/// Classes found so far. Circuits of one permutation are identified by it; they are compared with a
/// standard topology by their links if that has as many. Circuits of several peers are identified
/// by their links.
struct Classes {
    std::vector<Topology> topologies{};
    std::vector<SimpleLinks> links{};  ///< of the standard topologies, once they are asked for

    const SimpleLinks& links_of(std::size_t standard) {
        if (links[standard].empty()) links[standard] = kernels::simple_links(topologies[standard]);
        return links[standard];
    }
    /// The topology's class, and whether it is new.
    std::pair<std::size_t, bool> place_standard(const Topology& topology) {
        const std::size_t last = topologies.size();
        topologies.push_back(topology);
        links.emplace_back();
        for (std::size_t k = 0; k < last; ++k)
            if (links_of(k) == links_of(last)) {
                topologies.pop_back();
                links.pop_back();
                return {k, false};
            }
        return {last, true};
    }
    /// A two-way ring of three nodes or more has more links than the circuits of a permutation.
    bool may_be_matching(std::size_t standard) {
        const Topology& one = topologies[standard];
        return (one.kind() != Topology::Kind::ring || one.size() < 3) &&
               links_of(standard).size() <= static_cast<std::size_t>(one.size());
    }
    std::pair<std::size_t, bool> place_ideal(const kernels::Step& round,
                                             const kernels::Transmitters& limit) {
        auto ideal = kernels::own_circuits(round, limit);
        if (ideal.kind() != Topology::Kind::matching) return place_union(std::move(ideal));
        for (std::size_t k = links.size(); k < topologies.size(); ++k)
            if (topologies[k].kind() == Topology::Kind::matching &&
                topologies[k].permutation() == round.peer)
                return {k, false};
        for (std::size_t k = 0; k < links.size(); ++k)
            if (may_be_matching(k) && links_of(k) == kernels::simple_links(ideal))
                return {k, false};
        topologies.push_back(std::move(ideal));
        return {topologies.size() - 1, true};
    }
    std::pair<std::size_t, bool> place_union(Topology ideal) {
        const auto own = kernels::simple_links(ideal);
        for (std::size_t k = 0; k < topologies.size(); ++k) {
            const bool is_listed = k >= links.size();
            if (is_listed && topologies[k].kind() == Topology::Kind::matching) continue;
            if ((is_listed ? kernels::simple_links(topologies[k]) : links_of(k)) == own)
                return {k, false};
        }
        topologies.push_back(std::move(ideal));
        return {topologies.size() - 1, true};
    }
};

}  // namespace

Prepared prepare_pccl(Subject problem, const SchedulerOptions& options) {
    auto space = class_space(std::move(problem), options.stay_away == 0);
    if (auto table = walk_envelope(space, most_walks))
        return std::make_unique<PreparedEnvelope>(kernels::with_slabs(std::move(*table)),
                                                  std::move(space.decisions));
    return optimum_by_recurrence(class_walks(space));
}

std::vector<std::size_t> targets(const WalkSpace& space, std::size_t round) {
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k < space.states(); ++k) {
        const std::size_t another = k == 0 ? 1 : 0;
        if (another < space.states() && space.may_follow(round, another, k)) found.push_back(k);
    }
    return found;
}

WalkSpace class_space(Subject problem, bool may_return) {
    Classes classes;
    WalkSpace space{{problem, {}, 1, false, kernels::state_bits, {}}, {}, {}};
    const auto bases = problem->bases();
    for (std::size_t k = 0; k < bases.size(); ++k)
        if (classes.place_standard(bases[k]).second)
            space.on.push_back(k == 0 ? problem->costs : problem->pool.costs[k - 1]);
    const std::size_t n_bases = classes.topologies.size();
    const auto& collective = problem->collective;
    const auto flow = problem->measure.oracle(collective.matching_ports(), {});
    for (const auto& step : collective.steps) {
        const auto [own, is_new] = classes.place_ideal(step, collective.transmitters);
        if (is_new)
            space.on.push_back(kernels::step_costs(collective, classes.topologies.back(), flow));
        space.own.push_back(own);
    }
    auto& decisions = space.decisions;
    decisions.topologies = std::move(classes.topologies);
    decisions.n_bases = n_bases;
    decisions.rules.matchings_stand = true;
    space.may_follow = [own = space.own, n_bases, may_return](std::size_t round, std::size_t from,
                                                              std::size_t to) {
        const bool is_standard = to < n_bases && (may_return || to > 0);
        return from == to || is_standard || own[round] == to;
    };
    return space;
}

UniformWalks class_walks(const WalkSpace& space) {
    UniformWalks walks{space.decisions, space.on[0].volume, {}, true};
    for (std::size_t i = 0; i < space.steps(); ++i) {
        auto& choices = walks.choices.emplace_back();
        const auto entered = targets(space, i);
        for (std::size_t k = 0; k < space.states(); ++k)
            if (space.on[k].reachable(i))
                choices.push_back({static_cast<std::uint32_t>(k),
                                   std::ranges::binary_search(entered, k), space.on[k].hops[i],
                                   space.on[k].base_congestion(i)});
    }
    return walks;
}

}  // namespace lightsweep::solvers::pccl
