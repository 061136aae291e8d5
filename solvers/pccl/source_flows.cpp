#include "solvers/pccl/source_flows.hpp"

#include <algorithm>

namespace lightsweep::solvers::pccl {

namespace {

using kernels::GridShape;
using kernels::Node;

/// Follows one unit of flow out of a node and removes it; -1 if none leaves.
Node follow(const GridShape& grid, Node node, std::vector<int>& flow) {
    Node next = -1;
    std::size_t taken = 0;
    grid.neighbours(node, [&](Node other, std::size_t edge) {
        const std::size_t arc = 2 * edge + (other < node ? 1 : 0);
        if (next >= 0 || flow[arc] == 0) return;
        next = other;
        taken = arc;
    });
    if (next >= 0) --flow[taken];
    return next;
}

void append_without_circle(std::vector<Node>& route, Node node) {
    const auto before = std::find(route.begin(), route.end(), node);
    if (before != route.end()) route.erase(before, route.end());
    route.push_back(node);
}

}  // namespace

std::size_t SourceDemand::circuits() const {
    std::size_t count = 0;
    for (const auto& list : to) count += list.size();
    return count;
}

std::vector<SourceDemand> demands_by_source(const GridShape& grid,
                                            const std::vector<kernels::Pair>& circuits) {
    const auto nodes = static_cast<std::size_t>(grid.nodes());
    std::vector<std::vector<SourceCircuit>> at(nodes);
    std::vector<int> left(nodes, 0);
    for (std::size_t i = 0; i < circuits.size(); ++i) {
        at[circuits[i].from].push_back({i, false});
        at[circuits[i].to].push_back({i, true});
    }
    for (std::size_t node = 0; node < nodes; ++node) left[node] = static_cast<int>(at[node].size());
    std::vector<bool> gathered(circuits.size(), false);
    std::vector<SourceDemand> demands;
    for (;;) {
        const auto most = std::max_element(left.begin(), left.end());
        if (*most == 0) return demands;
        const auto source = static_cast<Node>(most - left.begin());
        demands.push_back({source, std::vector<std::vector<SourceCircuit>>(nodes)});
        for (const SourceCircuit one : at[source]) {
            if (gathered[one.index]) continue;
            gathered[one.index] = true;
            const auto [from, to] = circuits[one.index];
            --left[from];
            --left[to];
            demands.back().to[one.turned ? from : to].push_back(one);
        }
    }
}

void decompose(const GridShape& grid, SourceDemand demand, std::vector<int> flow,
               std::vector<std::vector<Node>>& routes) {
    for (std::size_t count = demand.circuits(); count > 0; --count) {
        std::vector<Node> route{demand.source};
        while (demand.to[route.back()].empty())
            append_without_circle(route, follow(grid, route.back(), flow));
        const SourceCircuit one = demand.to[route.back()].back();
        demand.to[route.back()].pop_back();
        if (one.turned) std::reverse(route.begin(), route.end());
        routes[one.index] = std::move(route);
    }
}

}  // namespace lightsweep::solvers::pccl
