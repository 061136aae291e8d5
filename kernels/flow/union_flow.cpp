#include "kernels/flow/union_flow.hpp"

#include <algorithm>
#include <map>

#include "kernels/flow/ring_flow.hpp"

namespace lightsweep::kernels {

namespace {

/// The offsets of a union of shifts in ascending order, without idle ones; nothing if some are not
/// shifts.
std::optional<std::vector<Node>> offsets_of(const Demand& demand) {
    std::vector<Node> offsets;
    for (std::size_t i = 0; i < demand.size(); ++i) {
        const auto t = demand[i].as_shift();
        if (!t && !demand[i].is_identity()) return std::nullopt;
        if (t.value_or(0) != 0) offsets.push_back(*t);
    }
    std::sort(offsets.begin(), offsets.end());
    return offsets;
}

/// Adds the clockwise arcs of p to the changes of load from link to link; returns the pairs that
/// wrap.
std::int64_t add_arcs(const Permutation& p, std::vector<std::int64_t>& change, Node& farthest) {
    std::int64_t wrapped = 0;
    for (Node j = 0; j < p.size(); ++j) {
        const Node to = p(j);
        if (to == j) continue;
        farthest = std::max(farthest, modulo(std::int64_t{to} - j, p.size()));
        ++change[j];
        --change[to];
        wrapped += to < j;
    }
    return wrapped;
}

}  // namespace

StepFlow ring_uni_union_flow(const Demand& demand, double capacity) {
    if (demand.is_idle()) return {};
    if (const auto offsets = offsets_of(demand)) {
        double load = 0;
        for (const Node t : *offsets) load += t;
        return {capacity / load, offsets->back()};
    }
    std::vector<std::int64_t> change(static_cast<std::size_t>(demand.nodes()), 0);
    std::int64_t load = 0, largest = 0;
    Node farthest = 0;
    for (std::size_t i = 0; i < demand.size(); ++i) load += add_arcs(demand[i], change, farthest);
    for (const auto one : change) largest = std::max(largest, load += one);
    return {capacity / static_cast<double>(largest), farthest};
}

std::optional<StepFlow> ring_union_flow(const Demand& demand, double capacity) {
    const auto offsets = offsets_of(demand);
    if (!offsets) return std::nullopt;
    if (offsets->empty()) return StepFlow{};
    const double n = demand.nodes();
    Node hops = 0;
    double clockwise = 0, back = 0;
    for (const Node t : *offsets) {
        hops = std::max(hops, std::min(t, demand.nodes() - t));
        back += n - t;
    }
    for (const Node t : *offsets) {
        const double part = std::min(1.0, (back - clockwise) / n);
        clockwise += part * t;
        back -= part * (n - t);
        if (part < 1) break;
    }
    return StepFlow{capacity / std::max(clockwise, back), hops};
}

std::optional<StepFlow> direct_flow(const Topology& topology, const Demand& demand) {
    std::map<std::pair<Node, Node>, double> capacity, transfers;
    double total = 0, count = 0;
    for (const auto& link : topology.links()) {
        capacity[{link.from, link.to}] += link.capacity;
        total += link.capacity;
    }
    for (std::size_t i = 0; i < demand.size(); ++i)
        for (Node j = 0; j < demand.nodes(); ++j)
            if (demand[i](j) != j) transfers[{j, demand[i](j)}] += 1;
    if (transfers.empty()) return StepFlow{};
    double least = total;
    for (const auto& [pair, sent] : transfers) {
        const auto link = capacity.find(pair);
        if (link == capacity.end()) return std::nullopt;
        least = std::min(least, link->second / sent);
        count += sent;
    }
    // On circuits that were made for the demand the two differ by rounding only.
    if (total / count > least * (1 + 1e-12)) return std::nullopt;
    return StepFlow{least, 1, std::max(least, total / count)};
}

}  // namespace lightsweep::kernels
