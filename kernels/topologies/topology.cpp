#include "kernels/topologies/topology.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

#include "kernels/topologies/link_lists.hpp"

namespace lightsweep::kernels {

namespace {

/// The largest sum of the capacities that leave a node, or of those that reach it.
double largest_throughput(Node n, const std::vector<Edge>& edges) {
    std::vector<double> sums(2 * static_cast<std::size_t>(n), 0.0);
    for (const auto& edge : edges) {
        sums[2 * static_cast<std::size_t>(edge.from)] += edge.capacity;
        sums[2 * static_cast<std::size_t>(edge.to) + 1] += edge.capacity;
    }
    return edges.empty() ? 1.0 : *std::ranges::max_element(sums);
}

Node largest_out_degree(Node n, const std::vector<Edge>& edges) {
    std::vector<Node> outgoing(static_cast<std::size_t>(n), 0);
    for (const auto& edge : edges) ++outgoing[edge.from];
    return *std::ranges::max_element(outgoing);
}

}  // namespace

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

Topology::Topology(Kind kind, Node n, double links_sharing, Node degree)
    : kind_(kind),
      n_(n),
      links_sharing_(links_sharing),
      capacity_(1 / links_sharing),
      degree_(degree) {}

Topology Topology::ring_uni(Node n) {
    return {Kind::ring_uni, n, 1.0, n > 1 ? 1 : 0};
}

Topology Topology::ring(Node n, LinkBandwidth bandwidth) {
    return {Kind::ring, n, bandwidth == LinkBandwidth::full ? 1.0 : 2.0, n > 1 ? 2 : 0};
}

Topology Topology::matching(Permutation permutation) {
    Topology result(Kind::matching, permutation.size(), 1.0, permutation.is_identity() ? 0 : 1);
    result.matching_ = std::make_shared<const Permutation>(std::move(permutation));
    return result;
}

Topology Topology::listed(Kind kind, Node n, std::vector<Edge> links, Node degree,
                          LinkBandwidth bandwidth, std::string name) {
    const double sharing = bandwidth == LinkBandwidth::full ? 1.0
                           : kind == Kind::edges            ? largest_throughput(n, links)
                                                            : static_cast<double>(degree);
    Topology result(kind, n, sharing, degree);
    for (auto& link : links) link.capacity /= sharing;
    result.shape_ =
        std::make_shared<const Shape>(Shape{{}, {}, {}, std::move(links), std::move(name)});
    return result;
}

Topology Topology::edges(Node n, std::vector<Edge> edges, LinkBandwidth bandwidth) {
    if (n < 1) throw std::invalid_argument("nodes = " + std::to_string(n) + ": must be at least 1");
    for (const auto& edge : edges)
        if (const auto fault = edge_fault(edge, n); !fault.empty())
            throw std::invalid_argument("link " + std::to_string(edge.from) + " -> " +
                                        std::to_string(edge.to) + ": " + fault);
    const Node degree = largest_out_degree(n, edges);
    const auto name = "edges (" + std::to_string(edges.size()) + " links)";
    return listed(Kind::edges, n, std::move(edges), degree, bandwidth, name);
}

Topology Topology::circuits(Node n, std::vector<Edge> links, const std::string& name,
                            LinkBandwidth bandwidth) {
    const Node degree = largest_out_degree(n, links);
    const double sharing = bandwidth == LinkBandwidth::split ? largest_throughput(n, links) : 1.0;
    Topology result(Kind::edges, n, sharing, degree);
    for (auto& link : links) link.capacity /= sharing;
    result.shape_ =
        std::make_shared<const Shape>(Shape{{}, {}, {}, std::move(links), "matching " + name});
    return result;
}

namespace {

/// Shifts by their offset, exclusive-ors by their mask, then the others by their hash.
std::tuple<int, std::uint64_t> rank(const Permutation& p) {
    if (const auto offset = p.as_shift()) return {0, static_cast<std::uint64_t>(*offset)};
    if (const auto mask = p.as_exclusive_or()) return {1, static_cast<std::uint64_t>(*mask)};
    return {2, p.hash()};
}

}  // namespace

Topology Topology::lanes(std::vector<Lanes> all) {
    std::ranges::sort(
        all, [](const Lanes& a, const Lanes& b) { return rank(a.circuits) < rank(b.circuits); });
    std::vector<Lanes> distinct;
    Node count = 0;
    for (auto& one : all) {
        if (one.count < 1)
            throw std::invalid_argument(one.circuits.describe() + " on " +
                                        std::to_string(one.count) + " lanes: at least 1");
        count += one.count;
        if (!distinct.empty() && distinct.back().circuits == one.circuits)
            distinct.back().count += one.count;
        else
            distinct.push_back(std::move(one));
    }
    if (distinct.empty()) throw std::invalid_argument("a topology of no lanes: at least one");
    const Node n = distinct.front().circuits.size();
    Topology result(Kind::lanes, n, static_cast<double>(count), n > 1 ? count : 0);
    std::string name;
    for (const auto& one : distinct)
        name += (name.empty() ? "" : " | ") +
                (distinct.size() > 1 ? std::to_string(one.count) + " x " : "") +
                one.circuits.describe();
    result.shape_ =
        std::make_shared<const Shape>(Shape{{}, {}, {}, {}, std::move(name), std::move(distinct)});
    return result;
}

Topology Topology::on_ports(Node ports) const {
    if (ports < degree_)
        throw std::invalid_argument(describe() + ": degree = " + std::to_string(ports) +
                                    " is too small: a node has " + std::to_string(degree_) +
                                    " links");
    if (links_sharing_ <= 1 || links_sharing_ != degree_ || kind_ == Kind::edges) return *this;
    const double share = static_cast<double>(ports / degree_ * degree_) / ports;
    if (share == 1) return *this;
    Topology result = *this;
    result.capacity_ *= share;
    result.links_sharing_ /= share;
    if (!shape_) return result;
    Shape shape = *shape_;
    for (double& capacity : shape.capacities) capacity *= share;
    for (Edge& link : shape.links) link.capacity *= share;
    result.shape_ = std::make_shared<const Shape>(std::move(shape));
    return result;
}

std::vector<Edge> Topology::links() const {
    require_links(1.0 * n_ * degree_, describe());
    if (kind_ == Kind::torus || kind_ == Kind::grid)
        return lattice_links(shape_->dims, capacity_, kind_ == Kind::torus);
    if (kind_ == Kind::hypercube) return hypercube_links(n_, capacity_);
    if (kind_ == Kind::circulant) return circulant_links(n_, shape_->offsets, shape_->capacities);
    if (kind_ == Kind::ring) return lattice_links({n_}, capacity_, true);
    if (kind_ == Kind::ring_uni)
        return n_ == 1 ? std::vector<Edge>{} : circulant_links(n_, {1}, {capacity_});
    std::vector<Edge> result;
    const auto add = [&](const Permutation& circuits, double capacity) {
        for (Node j = 0; j < n_; ++j)
            if (circuits(j) != j) result.push_back({j, circuits(j), capacity});
    };
    if (kind_ == Kind::matching) {
        add(*matching_, 1.0);
    } else if (kind_ == Kind::lanes) {
        for (const auto& lane : shape_->lanes) add(lane.circuits, lane.count * capacity_);
    } else {
        return shape_->links;
    }
    return result;
}

bool Topology::operator==(const Topology& other) const {
    if (kind_ != other.kind_ || n_ != other.n_) return false;
    if (kind_ == Kind::matching) return *matching_ == *other.matching_;
    if (capacity_ != other.capacity_) return false;
    if (!shape_ || shape_ == other.shape_) return true;
    const Shape &a = *shape_, &b = *other.shape_;
    return a.lanes == b.lanes && a.dims == b.dims && a.offsets == b.offsets &&
           a.capacities == b.capacities &&
           std::equal(a.links.begin(), a.links.end(), b.links.begin(), b.links.end(),
                      [](const Edge& x, const Edge& y) {
                          return x.from == y.from && x.to == y.to && x.capacity == y.capacity;
                      });
}

std::string Topology::describe() const {
    if (kind_ == Kind::ring_uni) return "ring-uni";
    if (kind_ == Kind::ring) return "ring";
    if (kind_ == Kind::matching) return "matching " + matching_->describe();
    return shape_->name;
}

}  // namespace lightsweep::kernels
