#include "kernels/hop_distance.hpp"

#include <algorithm>

namespace lightsweep::kernels {

namespace {

/// Compressed rows: the targets of node j are target[first[j]] .. target[first[j + 1] - 1].
struct Neighbours {
    std::vector<std::size_t> first;
    std::vector<Node> target;

    Neighbours(Node n, const std::vector<Edge>& links)
        : first(static_cast<std::size_t>(n) + 1, 0), target(links.size()) {
        for (const auto& link : links) ++first[static_cast<std::size_t>(link.from) + 1];
        for (std::size_t j = 1; j < first.size(); ++j) first[j] += first[j - 1];
        auto next = first;
        for (const auto& link : links) target[next[link.from]++] = link.to;
    }
};

std::vector<Node> search(Node source, Node n, const Neighbours& graph) {
    std::vector<Node> distance(static_cast<std::size_t>(n), -1);
    std::vector<Node> queue{source};
    distance[source] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const Node node = queue[head];
        for (std::size_t i = graph.first[node]; i < graph.first[node + 1]; ++i) {
            if (distance[graph.target[i]] >= 0) continue;
            distance[graph.target[i]] = distance[node] + 1;
            queue.push_back(graph.target[i]);
        }
    }
    return distance;
}

}  // namespace

std::vector<Node> hops_from(Node source, Node n, const std::vector<Edge>& links) {
    return search(source, n, Neighbours(n, links));
}

namespace {

Node longest_of(const Permutation& permutation, const Neighbours& graph) {
    const Node n = permutation.size();
    Node longest = 0;
    for (Node j = 0; j < n; ++j) {
        const Node to = permutation(j);
        if (to == j) continue;
        const Node distance = search(j, n, graph)[to];
        if (distance < 0) return -1;
        longest = std::max(longest, distance);
    }
    return longest;
}

}  // namespace

Node longest_shortest_path(const Topology& topology, const Demand& demand) {
    const Neighbours graph(topology.size(), topology.links());
    Node longest = 0;
    for (std::size_t i = 0; i < demand.size(); ++i) {
        const Node farthest = longest_of(demand[i], graph);
        if (farthest < 0) return -1;
        longest = std::max(longest, farthest);
    }
    return longest;
}

}  // namespace lightsweep::kernels
