#include "kernels/collectives/edge_colouring.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>

#include "kernels/topologies/circuits.hpp"

namespace lightsweep::kernels {

namespace {

/// Colours a regular bipartite multigraph with as many colours as its degree.
class RegularColouring {
  public:
    RegularColouring(Node nodes, std::vector<BipartiteEdge> edges, Node degree)
        : all_(edges.size()), colour_(edges.size()), split_(nodes, std::move(edges)) {
        std::iota(all_.begin(), all_.end(), 0);
        paint(all_, degree, 0);
    }
    const std::vector<Node>& colours() const { return colour_; }

  private:
    using Edges = std::span<EdgeIndex>;

    void paint_all(Edges edges, Node colour) {
        for (const EdgeIndex edge : edges) colour_[edge] = colour;
    }

    /// Colours the edges by repeated halving; degree must be a power of two.
    void paint_by_halving(Edges edges, Node degree, Node colour) {
        if (degree == 1) return paint_all(edges, colour);
        split_.halve(edges);
        paint_by_halving(edges.first(edges.size() / 2), degree / 2, colour);
        paint_by_halving(edges.subspan(edges.size() / 2), degree / 2, colour + degree / 2);
    }

    void paint(Edges edges, Node degree, Node colour) {
        if (std::has_single_bit(static_cast<std::uint32_t>(degree)))
            return paint_by_halving(edges, degree, colour);
        if (degree % 2 == 1) {
            split_.matching_first(edges, degree);
            const auto matched = static_cast<std::size_t>(split_.nodes());
            paint_all(edges.first(matched), colour);
            return paint(edges.subspan(matched), degree - 1, colour + 1);
        }
        split_.halve(edges);
        const Edges half = edges.first(edges.size() / 2);
        paint(half, degree / 2, colour);
        const auto power = static_cast<Node>(std::bit_ceil(static_cast<std::uint32_t>(degree / 2)));
        const Node from = colour + degree - power;
        const auto handed_on = std::partition(half.begin(), half.end(),
                                              [&](EdgeIndex e) { return colour_[e] < from; });
        paint_by_halving(edges.subspan(static_cast<std::size_t>(handed_on - half.begin())), power,
                         from);
    }

    std::vector<EdgeIndex> all_;
    std::vector<Node> colour_;
    EulerSplit split_;
};

/// Assigns the ends of edges to slots of at most `rounds` ends each. A node of a larger degree has
/// several slots of its own; nodes of small degrees share one, which only adds constraints.
class Slots {
  public:
    Slots(const std::vector<Node>& degrees, Node rounds)
        : first_(degrees.size()), own_(degrees.size()), used_(degrees.size(), 0) {
        Node load = rounds;  // load of the last slot
        for (std::size_t node = 0; node < degrees.size(); ++node) {
            if (degrees[node] == 0) continue;
            own_[node] = (degrees[node] - 1) / rounds + 1;
            const bool shares = degrees[node] <= rounds - load;
            if (!shares) count_ += own_[node];
            load = own_[node] > 1 ? rounds : (shares ? load : 0) + degrees[node];
            first_[node] = count_ - own_[node];
        }
    }
    Node place(Node node) { return first_[node] + used_[node]++ % own_[node]; }
    Node count() const { return count_; }

  private:
    std::vector<Node> first_, own_, used_;
    Node count_ = 0;
};

std::vector<BipartiteEdge> pad(std::vector<BipartiteEdge> edges, Node nodes, Node degree) {
    std::vector<Node> left(static_cast<std::size_t>(nodes), degree), right = left;
    for (const auto& edge : edges) {
        --left[edge.left];
        --right[edge.right];
    }
    Node b = 0;
    for (Node a = 0; a < nodes; ++a)
        for (; left[a] > 0; --left[a]) {
            while (right[b] == 0) ++b;
            edges.push_back({a, b});
            --right[b];
        }
    return edges;
}

void require_transfers(Node nodes, std::span<const Pair> transfers, Node limit) {
    if (limit < 1)
        throw std::invalid_argument("limit = " + std::to_string(limit) +
                                    ": a node needs at least 1 transmitter and receiver");
    for (std::size_t i = 0; i < transfers.size(); ++i)
        if (const auto fault = circuit_fault(transfers[i], nodes); !fault.empty())
            throw std::invalid_argument("transfers[" + std::to_string(i) + "]: " + fault);
}

}  // namespace

TransferSplit split_transfers(Node nodes, std::span<const Pair> transfers, Node limit) {
    require_transfers(nodes, transfers, limit);
    TransferSplit result;
    result.round.assign(transfers.size(), 0);
    if (transfers.empty()) return result;
    std::vector<Node> sent(static_cast<std::size_t>(nodes), 0), received = sent;
    for (const auto& [from, to] : transfers) {
        ++sent[from];
        ++received[to];
    }
    result.degree = std::max(*std::ranges::max_element(sent), *std::ranges::max_element(received));
    result.rounds = (result.degree - 1) / limit + 1;
    if (result.rounds == 1) return result;
    Slots left(sent, result.rounds), right(received, result.rounds);
    std::vector<BipartiteEdge> edges;
    for (const auto& [from, to] : transfers) edges.push_back({left.place(from), right.place(to)});
    const Node count = std::max(left.count(), right.count());
    const RegularColouring colouring(count, pad(std::move(edges), count, result.rounds),
                                     result.rounds);
    std::copy_n(colouring.colours().begin(), transfers.size(), result.round.begin());
    return result;
}

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
