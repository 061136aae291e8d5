#include "kernels/flow/ring_flow.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace lightsweep::kernels {

namespace {

Node highest_bit(Node value) {
    return static_cast<Node>(std::bit_floor(static_cast<std::uint32_t>(value)));
}

/// The smallest |j xor mask - j|, where the difference is a sum of +-bits.
Node least_xor_distance(Node mask) {
    return mask == 0 ? 0 : 2 * highest_bit(mask) - mask;
}

StepFlow uni_list_flow(const Permutation& p, double capacity) {
    const Node n = p.size();
    std::vector<Node> change(static_cast<std::size_t>(n) + 1, 0);
    Node farthest = 0;
    Node load = 0;  // load of link n-1 -> 0: the pairs that wrap around
    for (Node j = 0; j < n; ++j) {
        const Node to = p(j);
        if (to == j) continue;
        farthest = std::max(farthest, to > j ? to - j : to - j + n);
        change[j] += 1;
        change[to] -= 1;
        load += to < j;
    }
    Node largest = 0;
    for (Node j = 0; j < n; ++j) {
        load += change[j];
        largest = std::max(largest, load);
    }
    return {capacity / largest, farthest};
}

/// Largest number of pairs that two links of the ring separate. The arc grows from node `first` on;
/// a node that joins it completes a pair or starts one.
Node most_separated_pairs(const Permutation& p) {
    const Node n = p.size();
    const Node period = p.rotation_period();
    Node most = 0;
    for (Node first = 0; first < period; ++first) {
        Node separated = 0;
        for (Node length = 0; length < n - 1; ++length) {
            const Node node = (first + length) % n;
            const Node peer = p(node);
            if (peer == node) continue;
            const Node back = (peer - first + n) % n;
            separated += back < length ? -1 : 1;
            most = std::max(most, separated);
        }
    }
    return most;
}

std::vector<Permutation> shifts(const std::vector<Node>& dims, const std::vector<Node>& offset) {
    std::vector<Permutation> factors;
    for (std::size_t d = 0; d < dims.size(); ++d)
        factors.push_back(Permutation::shift(dims[d], offset[d]));
    return factors;
}

/// Masks of the coordinates: the last dimension holds the lowest bits.
std::vector<Permutation> masks(const std::vector<Node>& dims, Node mask) {
    std::vector<Permutation> factors(dims.size(), Permutation::shift(1, 0));
    for (std::size_t d = dims.size(); d-- > 0; mask /= dims[d])
        factors[d] = Permutation::exclusive_or(dims[d], mask % dims[d]);
    return factors;
}

/// The map that p induces on the coordinate of the given stride, on the line through node 0.
std::vector<Node> along_line(const Permutation& p, Node size, Node stride) {
    std::vector<Node> to(static_cast<std::size_t>(size));
    for (Node x = 0; x < size; ++x) to[x] = p(x * stride) / stride % size;
    return to;
}

/// p(node) = sum of stride_d * to_d(x_d) for every node of coordinates x.
bool acts_by_coordinates(const Permutation& p, const std::vector<Node>& dims,
                         const std::vector<std::vector<Node>>& to) {
    std::vector<Node> x(dims.size(), 0);
    for (Node node = 0; node < p.size(); ++node) {
        Node target = 0;
        for (std::size_t d = 0; d < dims.size(); ++d) target = target * dims[d] + to[d][x[d]];
        if (p(node) != target) return false;
        for (std::size_t d = dims.size(); d-- > 0;) {
            if (++x[d] < dims[d]) break;
            x[d] = 0;
        }
    }
    return true;
}

}  // namespace

StepFlow ring_uni_flow(const Permutation& p, double capacity) {
    const Node n = p.size();
    if (const auto t = p.as_shift()) {
        if (*t == 0) return {};
        return {capacity / *t, *t};
    }
    if (const auto mask = p.as_exclusive_or())
        return {2 * capacity / n, n - least_xor_distance(*mask)};
    return uni_list_flow(p, capacity);
}

std::optional<Permutation> exchange_of_places(const Permutation& exclusive_or, Node shift) {
    const Node n = exclusive_or.size(), rings = std::min(shift, n - shift);
    const Node mask = *exclusive_or.as_exclusive_or();
    if (mask % rings != 0) return std::nullopt;
    return Permutation::exclusive_or(n / rings, mask / rings);
}

Node ring_hops(const Permutation& p) {
    const Node n = p.size();
    if (const auto t = p.as_shift()) return std::min(*t, n - *t);
    if (const auto mask = p.as_exclusive_or()) {
        if (2 * std::int64_t{highest_bit(*mask)} < n) return *mask;
        return n / 2 - least_xor_distance(*mask - n / 2);
    }
    Node farthest = 0;
    for (Node j = 0; j < n; ++j) {
        const Node distance = std::abs(p(j) - j);
        farthest = std::max(farthest, std::min(distance, n - distance));
    }
    return farthest;
}

std::optional<StepFlow> ring_flow(const Permutation& p, double capacity) {
    const Node n = p.size();
    const Node hops = ring_hops(p);
    if (const auto t = p.as_shift()) {
        if (*t == 0) return StepFlow{};
        const double crossing = static_cast<double>(*t) * (n - *t);
        return StepFlow{capacity * n / crossing, hops};
    }
    if (const auto mask = p.as_exclusive_or()) {
        const Node high = highest_bit(*mask);
        const double theta = 2 * high == n ? 4 * capacity / n : capacity / high;
        return StepFlow{theta, hops};
    }
    if (!p.is_involution()) return std::nullopt;
    return StepFlow{2 * capacity / most_separated_pairs(p), hops};
}

std::optional<std::vector<Permutation>> coordinate_factors(const std::vector<Node>& dims,
                                                           const Permutation& p) {
    if (const auto* moved = p.as_translation(); moved && moved->dims == dims)
        return shifts(dims, moved->offset);
    const bool powers = std::ranges::all_of(dims, is_power_of_two);
    if (const auto mask = p.as_exclusive_or(); mask && powers) return masks(dims, *mask);
    std::vector<std::vector<Node>> to(dims.size());
    Node stride = 1;
    for (std::size_t d = dims.size(); d-- > 0; stride *= dims[d])
        to[d] = along_line(p, dims[d], stride);
    if (!acts_by_coordinates(p, dims, to)) return std::nullopt;
    std::vector<Permutation> factors;
    for (auto& one : to) factors.push_back(Permutation::list(std::move(one)));
    return factors;
}

StepFlow line_flow(const Permutation& p, double capacity) {
    if (p.is_identity()) return {};
    const Node n = p.size();
    std::vector<Node> right(static_cast<std::size_t>(n) + 1, 0), left(right);
    Node farthest = 0;
    for (Node j = 0; j < n; ++j) {
        const Node to = p(j);
        farthest = std::max(farthest, std::abs(to - j));
        auto& change = to > j ? right : left;
        change[std::min(j, to)] += 1;
        change[std::max(j, to)] -= 1;
    }
    Node most = 0, rightward = 0, leftward = 0;
    for (Node j = 0; j < n; ++j) {
        rightward += right[j];
        leftward += left[j];
        most = std::max({most, rightward, leftward});
    }
    return {capacity / most, farthest};
}

StepFlow product_of(const StepFlow& a, const StepFlow& b) {
    return {std::min(a.theta, b.theta), a.hops + b.hops, std::min(a.theta_high, b.theta_high)};
}

std::optional<StepFlow> hypercube_flow(const Permutation& p, double capacity) {
    if (p.is_identity()) return StepFlow{};
    if (const auto mask = p.as_exclusive_or())
        return StepFlow{capacity, std::popcount(static_cast<std::uint32_t>(*mask))};
    const auto n = static_cast<std::uint32_t>(p.size());
    std::vector<Node> load(n);
    Node fullest = 0, least = 0, hops = 0;
    for (std::uint32_t bit = 1; bit < n; bit <<= 1) {
        std::fill(load.begin(), load.end(), 0);
        Node up = 0, down = 0;
        for (std::uint32_t from = 0; from < n; ++from) {
            const auto to = static_cast<std::uint32_t>(p(static_cast<Node>(from)));
            hops = std::max(hops, static_cast<Node>(std::popcount(from ^ to)));
            if (((from ^ to) & bit) == 0) continue;
            ++((from & bit) == 0 ? up : down);
            // The lower dimensions are behind it.
            const auto at = (from & ~(bit - 1)) | (to & (bit - 1));
            fullest = std::max(fullest, ++load[at]);
        }
        least = std::max({least, up, down});
    }
    // least / (n / 2) pairs cross each link of the fullest dimension on average.
    if (2 * static_cast<std::uint64_t>(least) != static_cast<std::uint64_t>(fullest) * n)
        return std::nullopt;
    return StepFlow{capacity / fullest, hops};
}

}  // namespace lightsweep::kernels
