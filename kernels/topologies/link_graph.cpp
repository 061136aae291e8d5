#include "kernels/topologies/link_graph.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace lightsweep::kernels {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

std::vector<Pair> transfers(const Demand& demand) {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < demand.size(); ++i)
        for (Node j = 0; j < demand.nodes(); ++j)
            if (const Node to = demand[i](j); to != j) pairs.push_back({j, to});
    return pairs;
}

SimpleLinks simple_links(const Topology& topology) {
    SimpleLinks links;
    for (const auto& link : topology.links()) links.emplace_back(link.from, link.to);
    std::ranges::sort(links);
    links.erase(std::unique(links.begin(), links.end()), links.end());
    return links;
}

LinkGraph::LinkGraph(Node n, const std::vector<Edge>& links)
    : first(static_cast<std::size_t>(n) + 1, 0),
      from(links.size()),
      to(links.size()),
      capacity(links.size()),
      link_class(links.size()) {
    std::iota(link_class.begin(), link_class.end(), 0);
    for (const auto& link : links) ++first[static_cast<std::size_t>(link.from) + 1];
    for (std::size_t j = 1; j < first.size(); ++j) first[j] += first[j - 1];
    auto next = first;
    for (const auto& link : links) {
        const Link place = next[link.from]++;
        from[place] = link.from;
        to[place] = link.to;
        capacity[place] = link.capacity;
    }
}

PathSearch::PathSearch(const LinkGraph& graph)
    : graph_(graph),
      key_(static_cast<std::size_t>(graph.size())),
      arrived_by_(static_cast<std::size_t>(graph.size())) {
    heap_.reserve(static_cast<std::size_t>(graph.links()) + 1);
}

void PathSearch::begin(Node source, double key, double unreached) {
    std::ranges::fill(key_, unreached);
    heap_.clear();
    key_[source] = key;
    push(key, source);
}

void PathSearch::push(double key, Node node) {
    std::size_t hole = heap_.size();
    heap_.push_back({key, node});
    for (; hole > 0 && heap_[(hole - 1) / 4].key > key; hole = (hole - 1) / 4)
        heap_[hole] = heap_[(hole - 1) / 4];
    heap_[hole] = {key, node};
}

PathSearch::Entry PathSearch::pop() {
    const Entry top = heap_.front(), last = heap_.back();
    heap_.pop_back();
    const std::size_t size = heap_.size();
    for (std::size_t hole = 0; size > 0;) {
        std::size_t least = 4 * hole + 1;
        const std::size_t end = std::min(least + 4, size);
        for (std::size_t child = least + 1; child < end; ++child)
            if (heap_[child].key < heap_[least].key) least = child;
        if (least >= size || heap_[least].key >= last.key) {
            heap_[hole] = last;
            break;
        }
        heap_[hole] = heap_[least];
        hole = least;
    }
    return top;
}

void PathSearch::trace(Pair pair) {
    path_.clear();
    for (Node node = pair.to; node != pair.from; node = graph_.from[arrived_by_[node]])
        path_.push_back(graph_.link_class[arrived_by_[node]]);
}

template <typename Extend>
double PathSearch::search(Pair pair, double start, double unreached, const Extend& extended) {
    begin(pair.from, start, unreached);
    while (!heap_.empty()) {
        const auto [reached, node] = pop();
        if (node == pair.to) {
            trace(pair);
            return reached;
        }
        if (reached > key_[node]) continue;
        for (Link e = graph_.first[node]; e < graph_.first[node + 1]; ++e) {
            const double next = extended(reached, e);
            if (next >= key_[graph_.to[e]]) continue;
            key_[graph_.to[e]] = next;
            arrived_by_[graph_.to[e]] = e;
            push(next, graph_.to[e]);
        }
    }
    return unreached;
}

double PathSearch::shortest(Pair pair, std::span<const double> weights) {
    return search(pair, 0.0, infinity, [&](double reached, Link e) {
        const double next = reached + weights[graph_.link_class[e]];
        // A key that is not below the target's key cannot be on the path.
        return next >= key_[pair.to] ? infinity : next;
    });
}

/// Keys are negated widths, so that the heap returns the widest node first.
double PathSearch::widest(Pair pair) {
    return 0.0 - search(pair, -infinity, 0.0, [&](double reached, Link e) {
               return std::max(reached, -graph_.capacity[e]);
           });
}

}  // namespace lightsweep::kernels
