#include "kernels/routes/lattice_paths.hpp"

#include <algorithm>
#include <bit>

namespace lightsweep::kernels {

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

}  // namespace lightsweep::kernels
