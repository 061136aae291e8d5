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
    if (!step.weights.empty()) {  // colours mean nothing where bytes differ
        const Collective one{Primitive::custom, {}, step.peer.size(), {step}, {}};
        return in_rounds(one, static_cast<Node>(most)).steps;
    }
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

Step part_of(const Step& step, std::span<const std::size_t> places) {
    const auto demand = step.demand();
    Step part{demand[places[0]], step.share};
    double most = 0;
    for (const auto place : places) {
        if (place != places[0]) part.other_peers.push_back(demand[place]);
        part.weights.push_back(step.weight(place));
        most = std::max(most, step.weight(place));
    }
    part.continues = step.continues || places[0] > 0;
    part.share *= most;
    for (auto& weight : part.weights) weight /= most;
    if (std::ranges::all_of(part.weights, [](double weight) { return weight == 1; }))
        part.weights.clear();
    return part;
}

void set_bytes(Step& step, std::span<const double> bytes) {
    std::vector<std::size_t> loaded;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        if (bytes[i] > 0) loaded.push_back(i);
    step.share = loaded.empty() ? 0 : 1;
    if (loaded.empty()) return;
    const bool continues = step.continues;
    step.weights.assign(bytes.begin(), bytes.end());
    step = part_of(step, loaded);
    step.continues = continues;
}

namespace {

/// Places of a step's permutations that are not idle, equal ones together.
std::vector<std::vector<std::size_t>> groups_of(const Step& step) {
    const auto demand = step.demand();
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < demand.size(); ++i) {
        if (demand[i].is_identity()) continue;
        const auto known = std::ranges::find_if(
            groups, [&](const auto& group) { return demand[group[0]] == demand[i]; });
        if (known == groups.end())
            groups.push_back({i});
        else
            known->push_back(i);
    }
    return groups;
}

/// One permutation for every group of equal ones.
Step merged(const Step& step, std::span<const std::vector<std::size_t>> groups) {
    std::vector<std::size_t> places;
    for (const auto& group : groups) places.push_back(group[0]);
    Step whole = step;
    whole.weights.assign(step.demand().size(), 0);
    for (const auto& group : groups)
        for (const auto place : group) whole.weights[group[0]] += step.weight(place);
    return part_of(whole, places);
}

/// Which groups of which step a round has.
struct Round {
    std::size_t step;
    std::vector<std::vector<std::size_t>> groups;
};

BlockTransfer blocks_of(const Collective& all, const Round& round, Node sender) {
    const auto peers = all.steps[round.step].demand().size();
    const auto whole = all.blocks(round.step, sender);
    BlockTransfer part{{}, whole.reduce};
    for (const auto& group : round.groups) {
        std::size_t count = 0;
        for (const auto place : group) {
            const auto own = blocks_to(whole, place, peers);
            part.blocks.insert(part.blocks.end(), own.blocks.begin(), own.blocks.end());
            part.reduces.insert(part.reduces.end(), own.reduces.begin(), own.reduces.end());
            count += own.blocks.size();
        }
        part.per_peer.push_back(count);
    }
    return part;
}

}  // namespace

Step merged(const Step& step) {
    const auto groups = groups_of(step);
    const bool same = groups.size() == step.demand().size() || groups.empty();
    return same ? step : merged(step, groups);
}

Collective in_rounds(Collective collective, Node most) {
    if (most < 1) throw std::invalid_argument("rounds of 0 peers: a round needs at least 1");
    for (auto& part : collective.parts) part = in_rounds(std::move(part), most);
    for (auto& one : collective.alternatives) one = in_rounds(std::move(one), most);
    std::vector<Step> steps;
    std::vector<Round> rounds;
    bool changes = false;
    for (std::size_t k = 0; k < collective.steps.size(); ++k) {
        const auto& step = collective.steps[k];
        auto groups = groups_of(step);
        const auto whole = step.demand().size();
        if (groups.empty()) groups.resize(1, {0});
        changes = changes || groups.size() != whole || groups.size() > std::size_t(most);
        for (std::size_t i = 0; i < groups.size(); i += std::size_t(most)) {
            const auto own =
                std::span(groups).subspan(i, std::min(std::size_t(most), groups.size() - i));
            steps.push_back(merged(step, own));
            steps.back().continues = step.continues || i > 0;
            rounds.push_back({k, {own.begin(), own.end()}});
        }
    }
    if (!changes) return collective;
    if (auto all = collective; collective.blocks)
        collective.blocks = [all, rounds](std::size_t k, Node sender) {
            return blocks_of(all, rounds[k], sender);
        };
    collective.steps = std::move(steps);
    return collective;
}

std::vector<int> lanes_by_bytes(std::span<const double> bytes, int lanes) {
    if (bytes.empty() || static_cast<std::size_t>(lanes) < bytes.size()) return {};
    std::vector<int> own(bytes.size(), 1);
    for (int left = lanes - static_cast<int>(bytes.size()); left > 0; --left) {
        std::size_t most = 0;
        for (std::size_t i = 1; i < own.size(); ++i)
            if (bytes[i] / own[i] > bytes[most] / own[most]) most = i;
        ++own[most];
    }
    return own;
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
