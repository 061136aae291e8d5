#include "kernels/topologies/circuits.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <tuple>

namespace lightsweep::kernels {

namespace {

using Circuit = std::pair<Node, Node>;  // transmitting node, target

std::vector<Circuit> sorted_links(const Topology& topology) {
    std::vector<Circuit> links;
    for (const auto& link : topology.links()) links.emplace_back(link.from, link.to);
    std::ranges::sort(links);
    return links;
}

/// Number of elements of `wanted` that `standing` lacks, repetitions counted; both lists must be
/// sorted.
std::int64_t missing(const std::vector<Circuit>& standing, const std::vector<Circuit>& wanted) {
    std::vector<Circuit> fresh;
    std::set_difference(wanted.begin(), wanted.end(), standing.begin(), standing.end(),
                        std::back_inserter(fresh));
    return static_cast<std::int64_t>(fresh.size());
}

/// One entry per lit port: the base's links share a node's ports, a matching's link takes all of
/// them, and circuits of several permutations as many as their rate says.
std::vector<Circuit> lit_ports(const Topology& topology, const Topology& base, Node ports) {
    std::vector<Node> links(static_cast<std::size_t>(base.size()), 0);
    for (const auto& link : base.links()) ++links[link.from];
    const bool is_base = topology == base,
               is_matching = topology.kind() == Topology::Kind::matching;
    std::vector<Circuit> lit;
    for (const auto& link : topology.links()) {
        const Node all = ports > 0 ? ports : links[link.from];
        const Node own = is_matching ? all
                         : is_base   ? all / links[link.from]
                         : ports > 0 ? static_cast<Node>(std::lround(link.capacity * ports))
                                     : 1;
        lit.insert(lit.end(), static_cast<std::size_t>(std::max(1, own)), {link.from, link.to});
    }
    std::ranges::sort(lit);
    return lit;
}

std::vector<std::tuple<Node, Node, double>> sorted_edges(const Topology& topology) {
    std::vector<std::tuple<Node, Node, double>> edges;
    for (const auto& link : topology.links()) edges.emplace_back(link.from, link.to, link.capacity);
    std::ranges::sort(edges);
    return edges;
}

}  // namespace

std::string circuit_fault(const Pair& circuit, Node nodes) {
    const std::string text = std::to_string(circuit.from) + " -> " + std::to_string(circuit.to);
    if (std::min(circuit.from, circuit.to) < 0 || std::max(circuit.from, circuit.to) >= nodes)
        return text + ": both ends must be in 0.." + std::to_string(nodes - 1);
    if (circuit.from == circuit.to) return text + ": a node needs no circuit to itself; remove it";
    return {};
}

std::vector<Pair> random_circuits(Node servers, int count, std::uint64_t seed) {
    if (servers < 2)
        throw std::invalid_argument("servers = " + std::to_string(servers) +
                                    ": circuits join two of them; use 2 or more");
    if (count < 0)
        throw std::invalid_argument("count = " + std::to_string(count) +
                                    ": the number of circuits must be >= 0");
    std::uint64_t x = seed * 2862933555777941757ULL + 3037000493ULL;
    const auto draw = [&] {
        x = x * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<Node>((x >> 33) % static_cast<std::uint64_t>(servers));
    };
    std::vector<Pair> circuits;
    while (circuits.size() < static_cast<std::size_t>(count)) {
        const Node from = draw(), to = draw();
        if (from != to) circuits.push_back({from, to});
    }
    return circuits;
}

void require_circuits(const GridShape& grid, const std::vector<Pair>& circuits, const char* what) {
    const std::string place = std::string(what) + " " + std::to_string(grid.rows) + " x " +
                              std::to_string(grid.columns) + ": ";
    if (grid.rows < 1 || grid.columns < 1 || std::int64_t{grid.rows} * grid.columns < 2)
        throw std::invalid_argument(place + "too small; use at least 1 x 2");
    if (std::int64_t{grid.rows} * grid.columns > (std::int64_t{1} << 30))
        throw std::invalid_argument(place + "too large; use at most 2^30 nodes");
    for (std::size_t i = 0; i < circuits.size(); ++i)
        if (const auto fault = circuit_fault(circuits[i], grid.nodes()); !fault.empty())
            throw std::invalid_argument(place + "circuits[" + std::to_string(i) + "] = " + fault);
}

std::vector<int> edge_loads(const GridShape& grid, const std::vector<std::vector<Node>>& routes) {
    std::vector<int> loads(grid.edge_numbers(), 0);
    for (const auto& route : routes)
        for (std::size_t k = 1; k < route.size(); ++k) ++loads[grid.edge(route[k - 1], route[k])];
    return loads;
}

double new_link_share(const Topology& standing, const Topology& wanted) {
    const auto links = sorted_links(wanted);
    if (links.empty()) return 0.0;
    return static_cast<double>(missing(sorted_links(standing), links)) /
           static_cast<double>(links.size());
}

std::int64_t changed_ports(const Topology& base, const Topology& standing, const Topology& wanted,
                           Node ports) {
    return missing(lit_ports(standing, base, ports), lit_ports(wanted, base, ports));
}

bool same_circuits(const Topology& a, const Topology& b) {
    return a.size() == b.size() && sorted_edges(a) == sorted_edges(b);
}

}  // namespace lightsweep::kernels
