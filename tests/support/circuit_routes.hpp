#pragma once
// What every split of transfers and every set of routes must satisfy, checked from scratch.

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

#include "kernels/collectives/edge_colouring.hpp"
#include "kernels/topologies/circuits.hpp"

namespace lightsweep::tests {

inline std::vector<kernels::Pair> all_pairs(kernels::Node n) {
    std::vector<kernels::Pair> pairs;
    for (kernels::Node a = 0; a < n; ++a)
        for (kernels::Node b = 0; b < n; ++b)
            if (a != b) pairs.push_back({a, b});
    return pairs;
}

inline std::string text_of(const std::vector<kernels::Pair>& pairs) {
    std::string text;
    for (const auto& [from, to] : pairs)
        text += " " + std::to_string(from) + "->" + std::to_string(to);
    return text;
}

/// What is wrong with a split: a node over its limit, an empty round, or too many of them.
inline std::string split_fault(kernels::Node n, const std::vector<kernels::Pair>& transfers,
                               kernels::Node limit, const kernels::TransferSplit& split) {
    using kernels::Node;
    std::map<std::pair<Node, Node>, Node> sends, receives;  // (round, node)
    std::vector<Node> sent(static_cast<std::size_t>(n), 0), received = sent;
    std::vector<int> in_round(static_cast<std::size_t>(split.rounds), 0);
    Node degree = 0;
    for (std::size_t i = 0; i < transfers.size(); ++i) {
        const Node round = split.round[i];
        if (round < 0 || round >= split.rounds) return "no round " + std::to_string(round);
        ++in_round[round];
        if (++sends[{round, transfers[i].from}] > limit) return "too many sent";
        if (++receives[{round, transfers[i].to}] > limit) return "too many received";
        degree = std::max({degree, ++sent[transfers[i].from], ++received[transfers[i].to]});
    }
    if (split.degree != degree) return "degree " + std::to_string(split.degree);
    if (split.rounds != (degree + limit - 1) / limit) return "not the fewest rounds";
    return std::count(in_round.begin(), in_round.end(), 0) > 0 ? "an empty round" : "";
}

/// What is wrong with routes: not paths between the circuits' ends, or loads that do not count
/// them.
inline std::string routes_fault(const kernels::GridShape& grid,
                                const std::vector<kernels::Pair>& circuits,
                                const std::vector<std::vector<kernels::Node>>& routes,
                                const std::vector<int>& loads,
                                const std::vector<std::size_t>& failed,
                                const std::vector<int>& existing = {}) {
    using kernels::Node;
    const auto circuit = [](std::size_t i) { return "circuit " + std::to_string(i) + ": "; };
    if (routes.size() != circuits.size()) return "not one route per circuit";
    std::map<std::pair<Node, Node>, int> counted;
    for (std::size_t i = 0; i < routes.size(); ++i) {
        const auto& route = routes[i];
        const bool lost = std::find(failed.begin(), failed.end(), i) != failed.end();
        if (lost != route.empty()) return circuit(i) + "failure and route disagree";
        if (lost) continue;
        if (route.front() != circuits[i].from || route.back() != circuits[i].to)
            return circuit(i) + "other ends";
        for (std::size_t k = 1; k < route.size(); ++k) {
            const auto [a, b] = std::pair(route[k - 1], route[k]);
            if (std::abs(a / grid.columns - b / grid.columns) +
                    std::abs(a % grid.columns - b % grid.columns) !=
                1)
                return circuit(i) + "not a path";
            ++counted[{std::min(a, b), std::max(a, b)}];
        }
        auto sorted = route;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            return circuit(i) + "a node twice";
    }
    long total = 0, expected = 0;
    for (std::size_t edge = 0; edge < loads.size(); ++edge)
        total += loads[edge] - (existing.empty() ? 0 : existing[edge]);
    for (const auto& [ends, count] : counted) {
        expected += count;
        const std::size_t edge =
            2 * std::size_t(ends.first) + (ends.second - ends.first == grid.columns ? 1 : 0);
        if (loads[edge] - (existing.empty() ? 0 : existing[edge]) != count) return "a wrong load";
    }
    return total == expected ? "" : "loads where no route is";
}

}  // namespace lightsweep::tests
