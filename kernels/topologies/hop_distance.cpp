#include "kernels/topologies/hop_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
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
    PathLengths lengths{0, 0, PathLengths::Shape::other, {1}, {}, 0, dims};
    for (const Node size : dims) {
        const double around = size;
        lengths.diameter += size / 2;
        lengths.dimension_sums.push_back(std::floor(around * around / 4) * (n / around));
        lengths.mean_sum += lengths.dimension_sums.back();
        std::vector<Node> at(static_cast<std::size_t>(lengths.diameter) + 1);
        for (std::size_t h = 0; h < lengths.within.size(); ++h)
            for (Node step = 0; step < size; ++step)
                at[h + static_cast<std::size_t>(std::min(step, size - step))] += lengths.within[h];
        lengths.within = std::move(at);
    }
    for (std::size_t h = 0; h < lengths.within.size(); ++h)
        lengths.square_sum += static_cast<double>(h * h) * lengths.within[h];
    std::partial_sum(lengths.within.begin(), lengths.within.end(), lengths.within.begin());
    return lengths;
}

PathLengths searched_lengths(const Topology& topology) {
    const Node n = topology.size();
    const LinkGraph graph(n, topology.links());
    PathLengths lengths{0, 0};
    std::vector<std::vector<Node>> to(static_cast<std::size_t>(n));  // nodes by distance to it
    const auto count = [&](std::vector<Node>& nodes, Node distance) {
        if (std::ssize(nodes) <= distance) nodes.resize(static_cast<std::size_t>(distance) + 1);
        ++nodes[distance];
    };
    const auto widen = [&](std::vector<Node>& nodes) {
        lengths.within.resize(std::max(lengths.within.size(), nodes.size()));
        std::partial_sum(nodes.begin(), nodes.end(), nodes.begin());
        for (std::size_t h = 0; h < nodes.size(); ++h)
            lengths.within[h] = std::max(lengths.within[h], nodes[h]);
    };
    for (Node from = 0; from < n; ++from) {
        std::vector<Node> away;
        const auto distances = search(from, graph);
        for (Node node = 0; node < n; ++node) {
            const Node distance = distances[node];
            if (distance < 0)
                throw std::invalid_argument(topology.describe() + ": node " + std::to_string(from) +
                                            " does not reach every other; add links");
            lengths.diameter = std::max(lengths.diameter, distance);
            lengths.mean_sum += distance;
            lengths.square_sum += static_cast<double>(distance) * distance;
            count(away, distance);
            count(to[node], distance);
        }
        widen(away);
    }
    for (auto& nodes : to) widen(nodes);
    // Where every node is near, fewer links reach no more nodes than more links do.
    std::partial_sum(lengths.within.begin(), lengths.within.end(), lengths.within.begin(),
                     [](Node a, Node b) { return std::max(a, b); });
    lengths.mean_sum /= n;
    lengths.square_sum /= n;
    return lengths;
}

}  // namespace

std::int64_t PathLengths::ball(std::int64_t links) const {
    if (shape == Shape::directed_ring) return links + 1;
    if (shape == Shape::ring) return 2 * links + 1;
    if (within.empty()) return std::numeric_limits<std::int64_t>::max();
    return within[std::min(static_cast<std::size_t>(links), within.size() - 1)];
}

std::int64_t PathLengths::hops_to(std::int64_t nodes) const {
    if (shape == Shape::directed_ring) return nodes - 1;
    if (shape == Shape::ring) return nodes / 2;
    return std::min<std::int64_t>(diameter,
                                  std::ranges::lower_bound(within, nodes) - within.begin());
}

double PathLengths::busiest_sum() const {
    double busiest = mean_sum;
    // A dimension of one node has no links.
    const auto dimensions =
        std::ranges::count_if(dimension_sums, [](double sum) { return sum > 0; });
    for (const double sum : dimension_sums)
        busiest = std::max(busiest, static_cast<double>(dimensions) * sum);
    return busiest;
}

PathLengths path_lengths(const Topology& topology) {
    using enum PathLengths::Shape;
    const Node n = topology.size();
    const double size = n, half = n / 2;
    // 1 + 4 + .. + m^2; around a ring the farthest node of an even number stands alone.
    const auto squares = [](double m) { return m * (m + 1) * (2 * m + 1) / 6; };
    switch (topology.kind()) {
        case Topology::Kind::ring_uni:
            return {n - 1, (size - 1) * (size / 2), directed_ring, {}, {}, squares(size - 1), {n}};
        case Topology::Kind::ring:
            return {n / 2, std::floor(size * size / 4),
                    ring,  {},
                    {},    2 * squares(half) - (n % 2 == 0 ? half * half : 0),
                    {n}};
        case Topology::Kind::torus:
            return torus_lengths(topology.dims(), n);
        default:
            return searched_lengths(topology);
    }
}

}  // namespace lightsweep::kernels
