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

}  // namespace lightsweep::kernels
