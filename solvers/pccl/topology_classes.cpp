#include "solvers/pccl/topology_classes.hpp"

#include <algorithm>

namespace lightsweep::solvers::pccl {

namespace {

using kernels::Node;
using kernels::Topology;
using Links = std::vector<std::pair<Node, Node>>;

Links links_of(const Topology& topology) {
    Links links;
    for (const auto& link : topology.links()) links.emplace_back(link.from, link.to);
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
    return links;
}

/// Classes found so far, with what tells them apart.
struct Classes {
    std::vector<Topology> topologies{};
    std::vector<Links> links{};

    /// Its class; a new one if there is none like it. True if it is new.
    std::pair<std::size_t, bool> place(const Topology& topology) {
        auto own = links_of(topology);
        const auto known = std::find(links.begin(), links.end(), own);
        const auto at = static_cast<std::size_t>(known - links.begin());
        if (known != links.end()) return {at, false};
        topologies.push_back(topology);
        links.push_back(std::move(own));
        return {at, true};
    }
};

}  // namespace

std::vector<std::size_t> targets(const WalkSpace& space, std::size_t round, bool may_return) {
    std::vector<std::size_t> found;
    for (std::size_t k = may_return ? 0 : 1; k < space.decisions.n_bases; ++k) found.push_back(k);
    const std::size_t own = space.own[round];
    if (std::find(found.begin(), found.end(), own) == found.end()) found.push_back(own);
    return found;
}

WalkSpace class_space(Subject structure, bool may_return) {
    Classes classes;
    WalkSpace space{{structure, {}, 1, false, kernels::state_bits, {}}, {}, {}};
    const auto bases = structure->bases();
    for (std::size_t k = 0; k < bases.size(); ++k)
        if (classes.place(bases[k]).second)
            space.on.push_back(k == 0 ? structure->costs : structure->pool.costs[k - 1]);
    const std::size_t n_bases = classes.topologies.size();
    for (const auto& step : structure->collective.steps) {
        const auto [own, is_new] = classes.place(Topology::matching(step.peer));
        if (is_new) space.on.push_back(flow_costs(*structure, classes.topologies.back()));
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

}  // namespace lightsweep::solvers::pccl
