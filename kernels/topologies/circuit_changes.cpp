#include "kernels/topologies/circuit_changes.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace lightsweep::kernels {

namespace {

using Circuit = std::pair<Node, Node>;  // transmitting node, target

std::vector<Circuit> sorted_links(const Topology& topology) {
    std::vector<Circuit> links;
    for (const auto& link : topology.links()) links.emplace_back(link.from, link.to);
    std::sort(links.begin(), links.end());
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

/// One entry per lit port: a matching's link is repeated for every port of its sender.
std::vector<Circuit> lit_ports(const Topology& topology, const Topology& base) {
    std::vector<Circuit> links = sorted_links(topology);
    if (topology.kind() != Topology::Kind::matching) return links;
    std::vector<std::size_t> ports(static_cast<std::size_t>(base.size()), 0);
    for (const auto& link : base.links()) ++ports[link.from];
    std::vector<Circuit> lit;
    for (const auto& link : links)
        lit.insert(lit.end(), std::max<std::size_t>(1, ports[link.first]), link);
    return lit;
}

std::vector<std::tuple<Node, Node, double>> sorted_edges(const Topology& topology) {
    std::vector<std::tuple<Node, Node, double>> edges;
    for (const auto& link : topology.links()) edges.emplace_back(link.from, link.to, link.capacity);
    std::sort(edges.begin(), edges.end());
    return edges;
}

}  // namespace

double new_link_share(const Topology& standing, const Topology& wanted) {
    const auto links = sorted_links(wanted);
    if (links.empty()) return 0.0;
    return static_cast<double>(missing(sorted_links(standing), links)) /
           static_cast<double>(links.size());
}

std::int64_t changed_ports(const Topology& base, const Topology& standing, const Topology& wanted) {
    return missing(lit_ports(standing, base), lit_ports(wanted, base));
}

bool same_circuits(const Topology& a, const Topology& b) {
    return a.size() == b.size() && sorted_edges(a) == sorted_edges(b);
}

}  // namespace lightsweep::kernels
