#include "kernels/collectives/euler_split.hpp"

#include <algorithm>

namespace lightsweep::kernels {

namespace {

void join(EdgeIndex edge, EdgeIndex& open, std::vector<EdgeIndex>& partner) {
    if (open < 0) {
        open = edge;
        return;
    }
    partner[open] = edge;
    partner[edge] = open;
    open = -1;
}

}  // namespace

EulerSplit::EulerSplit(Node nodes, std::vector<BipartiteEdge> edges)
    : nodes_(nodes), artificial_(static_cast<EdgeIndex>(edges.size())), edges_(std::move(edges)) {
    for (Node i = 0; i < nodes; ++i) edges_.push_back({i, i});
    left_partner_.resize(edges_.size());
    right_partner_.resize(edges_.size());
    side_.resize(edges_.size());
    open_left_.assign(static_cast<std::size_t>(nodes), -1);
    open_right_.assign(static_cast<std::size_t>(nodes), -1);
}

void EulerSplit::pair_up(std::span<const EdgeIndex> edges) {
    for (const EdgeIndex edge : edges) {
        side_[edge] = -1;
        join(edge, open_left_[edges_[edge].left], left_partner_);
        join(edge, open_right_[edges_[edge].right], right_partner_);
    }
}

void EulerSplit::halve(std::span<EdgeIndex> edges) {
    pair_up(edges);
    for (const EdgeIndex start : edges) {
        if (side_[start] >= 0) continue;
        EdgeIndex edge = start;
        do {
            side_[edge] = 0;
            const EdgeIndex other = left_partner_[edge];
            side_[other] = 1;
            edge = right_partner_[other];
        } while (edge != start);
    }
    buffer_.clear();
    std::size_t kept = 0;
    for (const EdgeIndex edge : edges) {
        if (side_[edge] == 0)
            edges[kept++] = edge;
        else
            buffer_.push_back(edge);
    }
    std::copy(buffer_.begin(), buffer_.end(), edges.begin() + static_cast<std::ptrdiff_t>(kept));
}

void EulerSplit::halve_multiplicities() {
    odd_.clear();
    for (const EdgeIndex edge : present_)
        if (multiplicity_[edge] % 2 == 1) odd_.push_back(edge);
    halve(odd_);
    std::int64_t first = 0, second = 0;
    for (const EdgeIndex edge : odd_)
        if (artificial(edge)) ++(side_[edge] == 0 ? first : second);
    const int kept = first <= second ? 0 : 1;
    for (const EdgeIndex edge : present_) {
        const bool more = multiplicity_[edge] % 2 == 1 && side_[edge] == kept;
        multiplicity_[edge] = multiplicity_[edge] / 2 + (more ? 1 : 0);
    }
    std::erase_if(present_, [&](EdgeIndex edge) { return multiplicity_[edge] == 0; });
}

void EulerSplit::matching_first(std::span<EdgeIndex> edges, Node degree) {
    int halvings = 0;
    while ((std::int64_t{1} << halvings) < std::int64_t{degree} * nodes_) ++halvings;
    const std::int64_t whole = std::int64_t{1} << halvings;
    multiplicity_.resize(edges_.size());
    present_.assign(edges.begin(), edges.end());
    for (const EdgeIndex edge : edges) multiplicity_[edge] = whole / degree;
    for (Node i = 0; i < nodes_ && whole % degree != 0; ++i) {
        present_.push_back(artificial_ + i);
        multiplicity_[artificial_ + i] = whole % degree;
    }
    for (int k = 0; k < halvings; ++k) halve_multiplicities();
    for (const EdgeIndex edge : edges) side_[edge] = 1;
    for (const EdgeIndex edge : present_) side_[edge] = 0;
    std::stable_partition(edges.begin(), edges.end(),
                          [&](EdgeIndex edge) { return side_[edge] == 0; });
}

}  // namespace lightsweep::kernels
