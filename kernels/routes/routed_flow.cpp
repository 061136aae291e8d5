#include "kernels/routes/routed_flow.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "kernels/flow/union_flow.hpp"

namespace lightsweep::kernels {

namespace {

/// Pairs on the busiest link of either direction, and the longest of the shorter ways.
StepFlow shorter_way(const Permutation& p) {
    const Node n = p.size();
    std::vector<Node> forward(static_cast<std::size_t>(n) + 1, 0), backward(forward);
    Node hops = 0;
    // Link j of a direction joins j and j + 1; a route is a range of links, cut where it wraps.
    const auto mark = [n](std::vector<Node>& change, Node first, Node length) {
        const Node end = first + length;
        ++change[first];
        --change[std::min(end, n)];
        if (end > n) ++change[0], --change[end - n];
    };
    for (Node j = 0; j < n; ++j) {
        const Node target = p(j);
        if (target < 0 || target == j) continue;
        const Node ahead = modulo(target - j, n), back = n - ahead;
        mark(ahead <= back ? forward : backward, ahead <= back ? j : target, std::min(ahead, back));
        hops = std::max(hops, std::min(ahead, back));
    }
    Node most = 0;
    for (const auto* change : {&forward, &backward}) {
        Node load = 0;
        for (Node link = 0; link < n; ++link) most = std::max(most, load += (*change)[link]);
    }
    return most == 0 ? StepFlow{} : StepFlow{1.0 / most, hops, 1.0 / most};
}

StepFlow on_ring(const Permutation& p) {
    const auto all_over = [](Node links) {
        return links == 0 ? StepFlow{} : StepFlow{1.0 / links, links, 1.0 / links};
    };
    if (const auto shift = p.as_shift()) return all_over(*shift);
    // In an exchange over the distance of one bit, all pairs of a block share the link in its
    // middle.
    const auto mask = p.as_exclusive_or();
    if (mask && std::has_single_bit(static_cast<std::uint32_t>(*mask))) return all_over(*mask);
    return shorter_way(p);
}

/// Flow of one permutation of a step, on the ring or on the standing circuits of its own port.
StepFlow on_port(const Topology& topology, const Permutation& p, std::size_t port) {
    const bool is_ring = topology.kind() == Topology::Kind::ring;
    if (!is_ring && topology.kind() != Topology::Kind::matching)
        throw std::invalid_argument(topology.describe() +
                                    ": one route per pair is defined on rings and subrings only");
    if (port == 0) return is_ring ? on_ring(p) : matching_flow(topology.permutation(), p);
    return matching_flow(ring_of_port(topology, port), p);
}

}  // namespace

Permutation ring_of_port(const Topology& topology, std::size_t port) {
    const bool is_ring = topology.kind() == Topology::Kind::ring;
    const auto stride = is_ring ? Node{1} : topology.permutation().as_shift();
    if (!stride) throw std::invalid_argument("several ports need subrings without blocks");
    return Permutation::shift(topology.size(), static_cast<std::int64_t>(port + 1) * *stride);
}

StepFlow routed_flow(const Topology& topology, const Demand& demand, Node ports) {
    if (demand.is_idle()) return {};
    StepFlow worst;
    for (std::size_t i = 0; i < demand.size(); ++i) {
        const StepFlow one = on_port(topology, demand[i], i);
        if (!one.reachable()) return one;
        worst.theta = std::min(worst.theta, one.theta / ports);
        worst.hops = std::max(worst.hops, one.hops);
    }
    worst.theta_high = worst.theta;
    return worst;
}

Permutation subring(Node n, std::int64_t stride, Node block) {
    if (block == 1) return Permutation::shift(n, stride);
    if (block < 1 || !is_power_of_two(block) || n % block != 0)
        throw std::invalid_argument("blocks of " + std::to_string(block) + " nodes on " +
                                    std::to_string(n) +
                                    ": must be a power of two that divides the nodes");
    const std::int64_t far = std::max<std::int64_t>(1, stride / block) * block;
    std::vector<Node> to(static_cast<std::size_t>(n));
    for (Node j = 0; j < n; ++j)
        to[j] = (j + 1) % block != 0 ? j + 1 : modulo(j - block + 1 + far, n);
    return Permutation::list(std::move(to));
}

}  // namespace lightsweep::kernels
