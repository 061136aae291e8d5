#include "kernels/lattice_paths.hpp"

#include <algorithm>
#include <bit>

namespace lightsweep::kernels {

/// Per dimension and direction: how the number of transfers changes from link to link of a line.
/// Link j of a line joins its nodes j and j + 1.
struct LatticePaths::Marks {
    std::vector<std::vector<std::int32_t>> up, down;

    explicit Marks(std::size_t dims, Node n)
        : up(dims, std::vector<std::int32_t>(static_cast<std::size_t>(n), 0)), down(up) {}

    /// Links first .. first + length - 1 of a line of d links, modulo d, one transfer more.
    static void add(std::vector<std::int32_t>& line, std::size_t begin, Node d, Node first,
                    Node length) {
        const Node end = first + length;
        ++line[begin + first];
        if (end < d) --line[begin + end];
        if (end > d) ++line[begin], --line[begin + (end - d)];
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
        const Node here = at / stride % d, there = to / stride % d;
        if (here == there) continue;
        const auto begin = static_cast<std::size_t>(at / (stride * d) * stride + at % stride) *
                           static_cast<std::size_t>(d);
        const bool around = wraps_ && d >= 3;
        const Node up = modulo(there - here, d), down = d - up;
        const bool rises = around ? up <= down : there > here;
        const Node links = around ? std::min(up, down) : std::max(there - here, here - there);
        Marks::add(rises ? marks.up[k] : marks.down[k], begin, d, rises ? here : there, links);
        length += links;
        at += (there - here) * stride;
    }
    return length;
}

PathUse LatticePaths::operator()(std::span<const Pair> round) const {
    PathUse use;
    Marks marks(dims_.size(), n_);
    for (const auto [from, to] : round)
        use.dilation = std::max(use.dilation, mark(from, to, marks));
    std::int32_t most = 0, both = 0;
    for (std::size_t k = 0; k < dims_.size(); ++k)
        for (Node begin = 0; begin < n_; begin += dims_[k]) {
            std::int32_t up = 0, down = 0;
            for (Node j = begin; j < begin + dims_[k]; ++j) {
                up += marks.up[k][j];
                down += marks.down[k][j];
                most = std::max({most, up, down});
                both = std::max(both, up + down);
            }
        }
    use.congestion = most;
    use.undirected = both;
    return use;
}

}  // namespace lightsweep::kernels
