#include "kernels/cost/matched_step.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace lightsweep::kernels {

namespace {

std::vector<Permutation> active(const Step& step) {
    std::vector<Permutation> found;
    const auto demand = step.demand();
    for (std::size_t i = 0; i < demand.size(); ++i)
        if (!demand[i].is_identity()) found.push_back(demand[i]);
    return found;
}

/// Duration of a round of so many permutations, in units of one permutation's bytes at rate b.
double round_time(std::int64_t permutations, std::int64_t ports) {
    return static_cast<double>(ports) / static_cast<double>(ports / permutations);
}

}  // namespace

MatchedStep matched_step(const Step& step, Node ports) {
    if (step.other_peers.empty()) return {};
    const auto demand = step.demand();
    const auto count = static_cast<std::int64_t>(active(step).size());
    if (count <= 1) return {};
    const std::int64_t rest = count % ports;
    const double full = static_cast<double>(count / ports) * round_time(ports, ports);
    const double time = rest == 0 ? full : full + round_time(rest, ports);
    return {time / static_cast<double>(demand.width()), (count + ports - 1) / ports,
            (demand.most_peers() + ports - 1) / ports};
}

std::vector<Step> rounds_of(const Step& step, Node ports) {
    if (step.other_peers.empty()) return {step};
    const auto all = active(step);
    if (all.empty()) return {{step.peer, step.share}};
    std::vector<Step> rounds;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i % static_cast<std::size_t>(ports) == 0)
            rounds.push_back({all[i], step.share});
        else
            rounds.back().other_peers.push_back(all[i]);
    }
    return rounds;
}

Topology round_circuits(const Step& round, Node ports) {
    if (round.other_peers.empty()) return Topology::matching(round.peer);
    const auto demand = round.demand();
    if (static_cast<std::size_t>(ports) < demand.size())
        throw std::invalid_argument("ports = " + std::to_string(ports) + ": a union of " +
                                    std::to_string(demand.size()) +
                                    " permutations needs as many; split it into rounds");
    const double rate = 1 / round_time(static_cast<std::int64_t>(demand.size()), ports);
    std::map<std::pair<Node, Node>, int> circuits;
    for (std::size_t i = 0; i < demand.size(); ++i)
        for (Node j = 0; j < demand.nodes(); ++j)
            if (demand[i](j) != j) ++circuits[{j, demand[i](j)}];
    std::vector<Edge> links;
    for (const auto& [pair, count] : circuits)
        links.push_back({pair.first, pair.second, count * rate});
    return Topology::circuits(demand.nodes(), std::move(links), round.describe_peers());
}

}  // namespace lightsweep::kernels
