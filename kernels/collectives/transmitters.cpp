#include "kernels/collectives/transmitters.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/collectives/edge_colouring.hpp"

namespace lightsweep::kernels {

namespace {

/// Permutations of the step that are not idle, no more than its largest degree.
std::vector<Permutation> fewest_permutations(const Step& step) {
    const auto demand = step.demand();
    std::vector<Permutation> active;
    for (std::size_t i = 0; i < demand.size(); ++i)
        if (!demand[i].is_identity()) active.push_back(demand[i]);
    if (active.size() < 2 || static_cast<std::int64_t>(active.size()) == demand.width())
        return active;
    const auto pairs = transfers(demand);
    const auto split = split_transfers(demand.nodes(), pairs, 1);
    std::vector<std::vector<Node>> to(
        static_cast<std::size_t>(split.rounds),
        std::vector<Node>(static_cast<std::size_t>(step.peer.size()), -1));
    for (std::size_t i = 0; i < pairs.size(); ++i) to[split.round[i]][pairs[i].from] = pairs[i].to;
    active.clear();
    for (auto& one : to) active.push_back(Permutation::list(std::move(one)));
    return active;
}

/// The step in rounds of at most `most` permutations.
std::vector<Step> rounds_of_most(const Step& step, std::size_t most) {
    const auto all = fewest_permutations(step);
    if (all.empty()) return {step};
    std::vector<Step> rounds;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i % most == 0)
            rounds.push_back({all[i], step.share, {}, i > 0 || step.continues});
        else
            rounds.back().other_peers.push_back(all[i]);
    }
    return rounds;
}

}  // namespace

Collective with_transmitters(Collective collective, const Transmitters& limit) {
    if (limit.count < 1)
        throw std::invalid_argument("transmitters = " + std::to_string(limit.count) +
                                    ": a node needs at least 1");
    const bool splits = limit.beyond == Transmitters::Beyond::rounds;
    std::vector<Step> steps;
    bool has_changed = false;
    for (const auto& step : collective.steps) {
        const auto most = splits ? static_cast<std::size_t>(limit.count)
                                 : std::max<std::size_t>(1, step.other_peers.size() + 1);
        auto rounds =
            step.other_peers.empty() ? std::vector<Step>{step} : rounds_of_most(step, most);
        has_changed = has_changed || rounds.size() > 1 || !rounds.front().sends_like(step);
        for (auto& round : rounds) steps.push_back(std::move(round));
    }
    collective.steps = std::move(steps);
    collective.transmitters = limit;
    if (has_changed) collective.blocks = nullptr;
    for (auto& part : collective.parts) part = with_transmitters(std::move(part), limit);
    for (auto& one : collective.alternatives) one = with_transmitters(std::move(one), limit);
    return collective;
}

Topology own_circuits(const Step& step, const Transmitters& limit) {
    if (step.other_peers.empty()) return Topology::matching(step.peer);
    const auto demand = step.demand();
    std::vector<Edge> links;
    for (const auto& [from, to] : transfers(demand)) links.push_back({from, to, 1.0});
    const auto ends = [](const Edge& e) { return std::pair(e.from, e.to); };
    std::ranges::sort(links, [&](const Edge& a, const Edge& b) { return ends(a) < ends(b); });
    const auto last = std::unique(links.begin(), links.end(),
                                  [&](const Edge& a, const Edge& b) { return ends(a) == ends(b); });
    links.erase(last, links.end());
    const bool shares = limit.always_shared || demand.most_peers() > limit.count;
    return Topology::circuits(demand.nodes(), std::move(links), step.describe_peers(),
                              shares ? LinkBandwidth::split : LinkBandwidth::full);
}

}  // namespace lightsweep::kernels
