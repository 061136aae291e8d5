#include "kernels/routes/path_congestion.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

#include "kernels/flow/union_flow.hpp"
#include "kernels/routes/graph_paths.hpp"

namespace lightsweep::kernels {

// Dimension-ordered shortest paths on rings, tori and grids, from coordinates alone. Every transfer
// is one range of links per dimension. Ranges are marked in difference arrays line by line, so the
// work does not depend on the length of the paths.

class LatticePaths {
  public:
    /// dims >= 1, row-major, the last moves fastest. wraps: dimensions of size 3 and more are
    /// closed by a link.
    LatticePaths(std::vector<Node> dims, bool wraps);

    PathUse operator()(std::span<const Pair> round) const;
    /// Closed form for an exchange over one bit of one dimension, and for a shift on a ring
    /// (congestion = dilation = distance, half-way ties all in one direction); nothing for other
    /// rounds.
    std::optional<PathUse> in_closed_form(const Permutation& round) const;
    /// Largest number of links of a node; at least 1.
    Node degree() const;

  private:
    struct Marks;
    void make_coordinates() const;
    Node mark(Node from, Node to, Marks& marks) const;

    std::vector<Node> dims_, strides_;
    mutable std::once_flag coordinates_made_;
    mutable std::vector<std::vector<Node>> coordinate_;  ///< [dimension][node], filled at first use
    Node n_ = 1;
    bool wraps_, powers_of_two_ = true;
};

/// Per dimension and direction, at the node where a link begins (downwards: where it ends): the
/// change in the number of transfers relative to the node before on the line.
struct LatticePaths::Marks {
    std::vector<std::vector<std::int32_t>> up, down;

    explicit Marks(std::size_t dims, Node n)
        : up(dims, std::vector<std::int32_t>(static_cast<std::size_t>(n), 0)), down(up) {}

    /// Links first .. first + length - 1, modulo d, of the line through `base` one transfer more.
    static void add(std::vector<std::int32_t>& line, Node base, Node stride, Node d, Node first,
                    Node length) {
        const Node end = first + length;
        ++line[base + first * stride];
        if (end < d) --line[base + end * stride];
        if (end > d) ++line[base], --line[base + (end - d) * stride];
    }
};

LatticePaths::LatticePaths(std::vector<Node> dims, bool wraps)
    : dims_(std::move(dims)), strides_(dims_.size()), wraps_(wraps) {
    for (std::size_t k = dims_.size(); k-- > 0;) {
        strides_[k] = n_;
        n_ *= dims_[k];
        powers_of_two_ = powers_of_two_ && is_power_of_two(dims_[k]);
    }
}

void LatticePaths::make_coordinates() const {
    for (std::size_t k = 0; k < dims_.size(); ++k) {
        auto& own = coordinate_.emplace_back(static_cast<std::size_t>(n_));
        for (Node j = 0; j < n_; ++j) own[j] = j / strides_[k] % dims_[k];
    }
}

Node LatticePaths::degree() const {
    Node links = 0;
    for (const Node d : dims_) links += d >= 3 ? 2 : d - 1;
    return std::max(links, Node{1});
}

std::optional<PathUse> LatticePaths::in_closed_form(const Permutation& round) const {
    if (const auto mask = round.as_exclusive_or(); mask && powers_of_two_) {
        if (*mask == 0) return PathUse{};
        if (!std::has_single_bit(static_cast<std::uint32_t>(*mask))) return std::nullopt;
        std::size_t k = 0;
        while (*mask / strides_[k] < 1) ++k;
        const Node distance = *mask / strides_[k];
        const bool around = wraps_ && dims_[k] >= 3 && 2 * distance == dims_[k];
        return PathUse{static_cast<double>(distance),
                       static_cast<double>(around ? distance : 2 * distance), distance};
    }
    const auto shift = round.as_shift();
    if (!shift || dims_.size() != 1 || !wraps_ || n_ < 3) return std::nullopt;
    const Node distance = std::min(*shift, n_ - *shift);
    return PathUse{static_cast<double>(distance), static_cast<double>(distance), distance};
}

Node LatticePaths::mark(Node from, Node to, Marks& marks) const {
    Node length = 0, at = from;
    for (std::size_t k = 0; k < dims_.size(); ++k) {
        const Node d = dims_[k], stride = strides_[k];
        const Node here = coordinate_[k][from], there = coordinate_[k][to];
        if (here == there) continue;
        const Node base = at - here * stride;
        const bool around = wraps_ && d >= 3;
        const Node up = there > here ? there - here : there - here + d;
        const bool rises = around ? 2 * up <= d : there > here;
        const Node links = rises ? (around ? up : there - here) : (around ? d - up : here - there);
        Marks::add(rises ? marks.up[k] : marks.down[k], base, stride, d, rises ? here : there,
                   links);
        length += links;
        at = base + there * stride;
    }
    return length;
}

PathUse LatticePaths::operator()(std::span<const Pair> round) const {
    std::call_once(coordinates_made_, [this] { make_coordinates(); });
    PathUse use;
    Marks marks(dims_.size(), n_);
    for (const auto [from, to] : round)
        use.dilation = std::max(use.dilation, mark(from, to, marks));
    std::int32_t most = 0, both = 0;
    for (std::size_t k = 0; k < dims_.size(); ++k) {
        auto &up = marks.up[k], &down = marks.down[k];
        const Node stride = strides_[k];
        for (Node j = 0; j < n_; ++j) {
            if (coordinate_[k][j] > 0) {
                up[j] += up[j - stride];
                down[j] += down[j - stride];
            }
            most = std::max({most, up[j], down[j]});
            both = std::max(both, up[j] + down[j]);
        }
    }
    use.congestion = most;
    use.undirected = both;
    return use;
}

using Kind = Topology::Kind;

namespace {

bool is_lattice(const Topology& topology) {
    return topology.kind() == Kind::ring || topology.kind() == Kind::torus ||
           topology.kind() == Kind::grid;
}

/// Standing circuits leave one path only, so the pairs on a link are those of their flow.
PathUse on_matching(const Permutation& circuits, const Permutation& round) {
    const StepFlow flow = matching_flow(circuits, round);
    if (!flow.reachable()) return {0, 0, -1};
    if (flow.hops == 0) return {};
    const double shared = std::round(1 / flow.theta);
    return {shared, shared, flow.hops};
}

}  // namespace

struct PathCounter::State {
    std::optional<LatticePaths> lattice{};
    std::optional<GraphPaths> graph{};
    std::optional<Permutation> circuits{};
    /// Graph of the circuits, made for rounds that are not a permutation.
    std::once_flag graph_made{};
};

PathCounter::PathCounter(const Topology& topology, Route route)
    : state_(std::make_unique<State>()) {
    if (topology.kind() == Kind::matching)
        state_->circuits = topology.permutation();
    else if (route == Route::dor && is_lattice(topology))
        state_->lattice.emplace(
            topology.kind() == Kind::ring ? std::vector<Node>{topology.size()} : topology.dims(),
            topology.kind() != Kind::grid);
    else
        state_->graph.emplace(topology, route == Route::ecmp);
}

PathCounter::~PathCounter() = default;
PathCounter::PathCounter(PathCounter&&) noexcept = default;

PathUse PathCounter::operator()(const Permutation& round) const {
    if (state_->circuits) return on_matching(*state_->circuits, round);
    if (state_->lattice)
        if (const auto use = state_->lattice->in_closed_form(round)) return *use;
    return (*this)(transfers(round));
}

PathUse PathCounter::operator()(std::span<const Pair> round) const {
    if (state_->lattice) return (*state_->lattice)(round);
    if (state_->circuits)
        std::call_once(state_->graph_made, [this] {
            state_->graph.emplace(Topology::matching(*state_->circuits), false);
        });
    return (*state_->graph)(round);
}

Node PathCounter::degree() const {
    if (state_->circuits) return 1;
    return state_->lattice ? state_->lattice->degree() : state_->graph->degree();
}

StepFlow path_flow(const PathCounter& counter, const Topology& topology, const Demand& demand) {
    if (demand.is_idle()) return {};
    const PathUse use = demand.size() > 1 ? counter(transfers(demand)) : counter(demand[0]);
    if (!use.reachable()) return {0, -1, 0};
    const double links = topology.links_sharing() > 1 ? counter.degree() : 1.0;
    const double theta = 1 / (use.congestion * links);
    return {theta, use.dilation, theta, std::numeric_limits<double>::infinity()};
}

}  // namespace lightsweep::kernels
