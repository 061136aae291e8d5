#include "kernels/topologies/hop_distance.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/topologies/link_graph.hpp"

namespace lightsweep::kernels {

namespace {

std::vector<Node> search(Node source, const LinkGraph& graph) {
    std::vector<Node> distance(static_cast<std::size_t>(graph.size()), -1);
    std::vector<Node> queue{source};
    distance[source] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const Node node = queue[head];
        for (Link e = graph.first[node]; e < graph.first[node + 1]; ++e) {
            if (distance[graph.to[e]] >= 0) continue;
            distance[graph.to[e]] = distance[node] + 1;
            queue.push_back(graph.to[e]);
        }
    }
    return distance;
}

Node longest_of(const Permutation& permutation, const LinkGraph& graph) {
    const Node n = permutation.size();
    Node longest = 0;
    for (Node j = 0; j < n; ++j) {
        const Node to = permutation(j);
        if (to == j) continue;
        const Node distance = search(j, graph)[to];
        if (distance < 0) return -1;
        longest = std::max(longest, distance);
    }
    return longest;
}

}  // namespace

std::vector<Node> hops_from(Node source, Node n, const std::vector<Edge>& links) {
    return search(source, LinkGraph(n, links));
}

Node longest_shortest_path(const Topology& topology, const Demand& demand) {
    const LinkGraph graph(topology.size(), topology.links());
    Node longest = 0;
    for (std::size_t i = 0; i < demand.size(); ++i) {
        const Node farthest = longest_of(demand[i], graph);
        if (farthest < 0) return -1;
        longest = std::max(longest, farthest);
    }
    return longest;
}

namespace {

/// A ring both ways in every dimension: floor(size^2 / 4) is the sum of distances around a ring.
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
    const LinkGraph graph(n, topology.links());
    PathLengths lengths{0, 0};
    for (Node from = 0; from < n; ++from)
        for (const Node distance : search(from, graph)) {
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
