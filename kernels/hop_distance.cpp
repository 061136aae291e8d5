#include "kernels/hop_distance.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

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

namespace {

/// A ring both ways in every dimension: floor(size^2 / 4) from a node around its ring.
PathLengths torus_lengths(const std::vector<Node>& dims, Node n) {
    PathLengths lengths{0, 0};
    for (const double size : dims) {
        lengths.diameter += static_cast<Node>(size) / 2;
        lengths.mean_sum += std::floor(size * size / 4) * (n / size);
    }
    return lengths;
}

PathLengths searched_lengths(const Topology& topology) {
    const Node n = topology.size();
    const Neighbours graph(n, topology.links());
    PathLengths lengths{0, 0};
    for (Node from = 0; from < n; ++from)
        for (const Node distance : search(from, n, graph)) {
            if (distance < 0)
                throw std::invalid_argument(topology.describe() + ": node " + std::to_string(from) +
                                            " does not reach every other; add links");
            lengths.diameter = std::max(lengths.diameter, distance);
            lengths.mean_sum += distance;
        }
    lengths.mean_sum /= n;
    return lengths;
}

}  // namespace

PathLengths path_lengths(const Topology& topology) {
    const Node n = topology.size();
    switch (topology.kind()) {
        case Topology::Kind::ring_uni:
            return {n - 1, (n - 1) * (n / 2.0)};
        case Topology::Kind::ring:
            return torus_lengths({n}, n);
        case Topology::Kind::torus:
            return torus_lengths(topology.dims(), n);
        default:
            return searched_lengths(topology);
    }
}

}  // namespace lightsweep::kernels
