#include "kernels/topology.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace lightsweep::kernels {

namespace {

double largest_outgoing(Node n, const std::vector<Edge>& edges) {
    std::vector<double> outgoing(static_cast<std::size_t>(n), 0.0);
    for (const auto& edge : edges) outgoing[edge.from] += edge.capacity;
    return edges.empty() ? 1.0 : *std::max_element(outgoing.begin(), outgoing.end());
}

std::string edge_fault(const Edge& edge, Node n) {
    const auto outside = [n](Node node) { return node < 0 || node >= n; };
    if (outside(edge.from) || outside(edge.to))
        return "node " + std::to_string(outside(edge.from) ? edge.from : edge.to) +
               " is not in 0.." + std::to_string(n - 1);
    if (edge.from == edge.to)
        return "node " + std::to_string(edge.from) + " has a link to itself: remove it";
    if (!(edge.capacity > 0) || !std::isfinite(edge.capacity))
        return "the capacity must be > 0 and finite";
    return {};
}

Edge parse_edge(const std::string& line, const std::string& place) {
    std::istringstream words(line);
    std::string from, to, capacity, rest;
    words >> from >> to >> capacity >> rest;
    const std::string remedy = ": write `from to [capacity]`, e.g. `0 1 1.0`";
    if (to.empty() || !rest.empty())
        throw std::invalid_argument(place + " '" + line + "'" + remedy);
    try {
        std::size_t used_from = 0, used_to = 0, used_capacity = capacity.size();
        const Edge edge{std::stoi(from, &used_from), std::stoi(to, &used_to),
                        capacity.empty() ? 1.0 : std::stod(capacity, &used_capacity)};
        if (used_from == from.size() && used_to == to.size() && used_capacity == capacity.size())
            return edge;
    } catch (const std::logic_error&) {
        // not a number, or too large: reported below with the line
    }
    throw std::invalid_argument(place + " '" + line + "'" + remedy);
}

}  // namespace

Topology Topology::ring_uni(Node n) {
    return {Kind::ring_uni, n, 1.0};
}

Topology Topology::ring(Node n, LinkBandwidth bandwidth) {
    return {Kind::ring, n, bandwidth == LinkBandwidth::full ? 1.0 : 2.0};
}

Topology Topology::matching(Permutation permutation) {
    Topology result(Kind::matching, permutation.size(), 1.0);
    result.matching_ = std::make_shared<const Permutation>(std::move(permutation));
    return result;
}

Topology Topology::edges(Node n, std::vector<Edge> edges, LinkBandwidth bandwidth) {
    for (const auto& edge : edges)
        if (const auto fault = edge_fault(edge, n); !fault.empty())
            throw std::invalid_argument("link " + std::to_string(edge.from) + " -> " +
                                        std::to_string(edge.to) + ": " + fault);
    const double sum = bandwidth == LinkBandwidth::split ? largest_outgoing(n, edges) : 1.0;
    Topology result(Kind::edges, n, sum);
    for (auto& edge : edges) edge.capacity /= sum;
    result.edges_ = std::make_shared<const std::vector<Edge>>(std::move(edges));
    return result;
}

std::vector<Edge> Topology::links() const {
    if (kind_ == Kind::edges) return *edges_;
    std::vector<Edge> result;
    if (kind_ == Kind::matching) {
        for (Node j = 0; j < n_; ++j)
            if ((*matching_)(j) != j) result.push_back({j, (*matching_)(j), 1.0});
        return result;
    }
    if (n_ == 1) return result;
    const bool both = kind_ == Kind::ring;
    if (n_ == 2) {
        const double capacity = both ? 2 * capacity_ : capacity_;
        return {{0, 1, capacity}, {1, 0, capacity}};
    }
    for (Node j = 0; j < n_; ++j) {
        result.push_back({j, (j + 1) % n_, capacity_});
        if (both) result.push_back({j, (j + n_ - 1) % n_, capacity_});
    }
    return result;
}

bool Topology::operator==(const Topology& other) const {
    if (kind_ != other.kind_ || n_ != other.n_) return false;
    if (kind_ == Kind::matching) return *matching_ == *other.matching_;
    if (kind_ != Kind::edges) return capacity_ == other.capacity_;
    return std::equal(edges_->begin(), edges_->end(), other.edges_->begin(), other.edges_->end(),
                      [](const Edge& a, const Edge& b) {
                          return a.from == b.from && a.to == b.to && a.capacity == b.capacity;
                      });
}

std::string Topology::describe() const {
    switch (kind_) {
        case Kind::ring_uni:
            return "ring-uni";
        case Kind::ring:
            return "ring";
        case Kind::matching:
            return "matching " + matching_->describe();
        case Kind::edges:
            return "edges (" + std::to_string(edges_->size()) + " links)";
    }
    return {};
}

std::vector<Edge> parse_edge_list(std::string_view text, Node n, std::string_view where) {
    std::vector<Edge> edges;
    std::istringstream lines{std::string(text)};
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        line.erase(std::min(line.find('#'), line.size()));
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        const std::string place = std::string(where) + " line " + std::to_string(number) + ":";
        edges.push_back(parse_edge(line, place));
        if (const auto fault = edge_fault(edges.back(), n); !fault.empty())
            throw std::invalid_argument(place + " " + fault);
    }
    if (edges.empty() && n > 1)
        throw std::invalid_argument(std::string(where) +
                                    ": no links; write lines `from to [capacity]`");
    return edges;
}

}  // namespace lightsweep::kernels
