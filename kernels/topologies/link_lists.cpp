#include "kernels/topologies/link_lists.hpp"

#include <algorithm>
#include <random>
#include <stdexcept>

#include "kernels/parallel/for_each.hpp"
#include "kernels/parallel/memory_limit.hpp"
#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

namespace {

/// The links of `node` in one dimension of the given size and stride.
void add_dimension(std::vector<Edge>& links, Node node, Node size, Node stride, double capacity,
                   bool around) {
    const Node at = node / stride % size;
    if (size == 1) return;
    if (size == 2) {
        links.push_back(
            {node, at == 0 ? node + stride : node - stride, around ? 2 * capacity : capacity});
        return;
    }
    const Node span = (size - 1) * stride;
    if (at + 1 < size || around)
        links.push_back({node, at + 1 < size ? node + stride : node - span, capacity});
    if (at > 0 || around) links.push_back({node, at > 0 ? node - stride : node + span, capacity});
}

using NeighbourLists = std::vector<std::vector<Node>>;

/// Uniform in 0..bound-1: numbers in the last, incomplete range are drawn again.
std::size_t below(std::mt19937_64& generator, std::size_t bound) {
    const std::uint64_t ranges = std::mt19937_64::max() / bound;
    std::uint64_t number;
    do number = generator();
    while (number >= ranges * bound);
    return static_cast<std::size_t>(number % bound);
}

bool contains(const std::vector<Node>& nodes, Node node) {
    return std::ranges::find(nodes, node) != nodes.end();
}

std::size_t take(std::vector<Node>& ports, std::size_t place) {
    std::swap(ports[place], ports.back());
    const Node node = ports.back();
    ports.pop_back();
    return static_cast<std::size_t>(node);
}

/// Pairs all ports, or returns nothing when the ports left over seem to have no pair.
NeighbourLists pair_ports(Node n, Node degree, std::mt19937_64& generator) {
    std::vector<Node> ports;
    for (Node node = 0; node < n; ++node) ports.insert(ports.end(), degree, node);
    NeighbourLists graph(static_cast<std::size_t>(n));
    std::size_t refusals = 0;
    while (!ports.empty()) {
        if (ports.size() % 64 == 0) parallel::checkpoint();
        const std::size_t i = below(generator, ports.size());
        const std::size_t k = below(generator, ports.size());
        if (ports[i] == ports[k] || contains(graph[ports[i]], ports[k])) {
            if (++refusals > 64 + 8 * ports.size()) return {};
            continue;
        }
        refusals = 0;
        const std::size_t a = take(ports, std::max(i, k)), b = take(ports, std::min(i, k));
        graph[a].push_back(static_cast<Node>(b));
        graph[b].push_back(static_cast<Node>(a));
    }
    return graph;
}

std::vector<Edge> sorted_links(NeighbourLists graph) {
    std::vector<Edge> links;
    for (std::size_t node = 0; node < graph.size(); ++node) {
        std::ranges::sort(graph[node]);
        for (const Node to : graph[node]) links.push_back({static_cast<Node>(node), to, 1.0});
    }
    return links;
}

NeighbourLists complement(const NeighbourLists& graph) {
    NeighbourLists result(graph.size());
    const auto n = static_cast<Node>(graph.size());
    for (Node a = 0; a < n; ++a) {
        parallel::checkpoint();
        for (Node b = 0; b < n; ++b)
            if (a != b && !contains(graph[a], b)) result[a].push_back(b);
    }
    return result;
}

void require_possible(Node n, Node degree) {
    const std::string what = "random-regular: degree = " + std::to_string(degree) + " on " +
                             std::to_string(n) + " nodes: ";
    if (n < 1) throw std::invalid_argument(what + "nodes must be at least 1");
    if (degree < 0 || degree > n - 1)
        throw std::invalid_argument(what + "must be in 0.." + std::to_string(n - 1) +
                                    ", as no pair has two links");
    if (std::int64_t{n} * degree % 2 != 0)
        throw std::invalid_argument(what + "their product is odd; make one of them even");
    if (degree < 2 && n > degree + 1)
        throw std::invalid_argument(what + "never connected; use degree 2 or more");
}

}  // namespace

void require_links(double links, const std::string& what) {
    parallel::require_memory(link_bytes * links, what);
}

std::vector<Edge> lattice_links(const std::vector<Node>& dims, double capacity, bool around) {
    std::vector<Node> strides(dims.size());
    Node n = 1;
    for (std::size_t d = dims.size(); d-- > 0; n *= dims[d]) strides[d] = n;
    std::vector<Edge> links;
    for (Node node = 0; node < n; ++node)
        for (std::size_t d = 0; d < dims.size(); ++d)
            add_dimension(links, node, dims[d], strides[d], capacity, around);
    return links;
}

std::vector<Edge> hypercube_links(Node n, double capacity) {
    std::vector<Edge> links;
    for (Node node = 0; node < n; ++node)
        for (std::int64_t bit = 1; bit < n; bit *= 2)
            links.push_back({node, node ^ static_cast<Node>(bit), capacity});
    return links;
}

std::vector<Edge> circulant_links(Node n, const std::vector<Node>& offsets,
                                  const std::vector<double>& capacities) {
    std::vector<Edge> links;
    for (Node node = 0; node < n; ++node)
        for (std::size_t i = 0; i < offsets.size(); ++i)
            links.push_back(
                {node, static_cast<Node>((std::int64_t{node} + offsets[i]) % n), capacities[i]});
    return links;
}

std::vector<Edge> affine_links(Node n, std::int64_t factor, std::int64_t first, Node count) {
    require_links(1.0 * n * std::min(n, count), "a de Bruijn or Kautz graph");
    std::vector<Edge> links;
    for (Node node = 0; node < n; ++node) {
        parallel::checkpoint();
        const auto begin = static_cast<std::ptrdiff_t>(links.size());
        for (Node a = 0; a < count; ++a) {
            const std::int64_t rest = (factor * node + first + a) % n;
            const auto to = static_cast<Node>(rest < 0 ? rest + n : rest);
            if (to == node) continue;
            // The n first targets differ.
            const auto same = a < n ? links.end()
                                    : std::find_if(links.begin() + begin, links.end(),
                                                   [to](const Edge& e) { return e.to == to; });
            if (same == links.end())
                links.push_back({node, to, 1.0});
            else
                same->capacity += 1.0;
        }
    }
    return links;
}

bool is_strongly_connected(Node n, const std::vector<Edge>& links) {
    auto reversed = links;
    for (auto& link : reversed) std::swap(link.from, link.to);
    const auto reaches_all = [n](const std::vector<Edge>& edges) {
        const auto distance = hops_from(0, n, edges);
        return std::ranges::find(distance, -1) == distance.end();
    };
    return reaches_all(links) && reaches_all(reversed);
}

std::vector<Edge> random_regular_links(Node n, Node degree, std::uint64_t seed) {
    require_possible(n, degree);
    std::mt19937_64 generator(seed);
    const bool dense = 2 * std::int64_t{degree} > n - 1;
    const Node paired = dense ? n - 1 - degree : degree;
    require_links(1.0 * n * degree, "a random regular graph");
    for (;;) {
        NeighbourLists graph = pair_ports(n, paired, generator);
        if (graph.empty()) continue;
        auto links = sorted_links(dense ? complement(graph) : std::move(graph));
        if (is_strongly_connected(n, links)) return links;
    }
}

}  // namespace lightsweep::kernels
