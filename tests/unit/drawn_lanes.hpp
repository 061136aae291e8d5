#pragma once
// Lanes that change in turn, drawn at random, for tests of kernels/cost/lanes_in_turn.hpp.

#include <algorithm>
#include <random>
#include <vector>

#include "kernels/cost/lanes_in_turn.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::tests {

using kernels::LanesInTurn;
using kernels::Node;
using kernels::PathLengths;
using kernels::Topology;

constexpr int unreached = 1 << 20;

/// The fewest links of schedules with at most so many lanes that are set up between, and hops.
inline double least_links(const LanesInTurn& bounds, std::int64_t steps, std::int64_t late,
                          std::int64_t hops) {
    double links = 1e9;
    for (const auto& one : bounds.links(steps))
        if (one.lanes <= late && one.hops <= hops) links = std::min(links, one.links);
    return links;
}

using Circuits = std::vector<Node>;  ///< to[v]

inline PathLengths ring_lengths(Node n, bool directed) {
    return kernels::path_lengths(directed ? Topology::ring_uni(n)
                                          : Topology::ring(n, kernels::LinkBandwidth::split));
}

/// Lanes with circuits of their own, step by step, drawn at random.
struct Timeline {
    std::vector<std::vector<Circuits>> active{};  ///< of every step
    int late = 0;          ///< set up between two steps in which they send, or before step 1
    bool changes = false;  ///< some lane was, or may have been, set up
};

inline Timeline drawn(std::mt19937& g, Node n, int lanes, int steps, bool directed) {
    struct Lane {
        Circuits to;
        bool sent = true;
    };
    std::vector<Lane> all;
    for (int lane = 0; lane < lanes; ++lane) {
        Circuits to;
        for (Node v = 0; v < n; ++v)
            to.push_back((v + (directed || lane % 2 == 0 ? 1 : n - 1)) % n);
        all.push_back({to});
    }
    Timeline timeline;
    for (int step = 0; step < steps; ++step) {
        auto& active = timeline.active.emplace_back();
        for (auto& lane : all) {
            const bool sends = g() % 3 > 0 || (active.empty() && &lane == &all.back());
            if (sends && g() % 2 == 0) {
                std::ranges::shuffle(lane.to, g);
                timeline.late += lane.sent;
            }
            timeline.changes |= sends && !lane.sent;
            if (sends) active.push_back(lane.to);
            lane.sent = sends;
        }
    }
    return timeline;
}

/// Links from every node to every other over these circuits.
inline std::vector<std::vector<int>> distances(const std::vector<Circuits>& circuits, Node n) {
    std::vector<std::vector<int>> all(std::size_t(n), std::vector<int>(std::size_t(n), unreached));
    for (Node v = 0; v < n; ++v) {
        all[v][v] = 0;
        for (const auto& to : circuits)
            if (to[v] != v) all[v][to[v]] = 1;
    }
    for (Node via = 0; via < n; ++via)
        for (Node from = 0; from < n; ++from)
            for (Node to = 0; to < n; ++to)
                all[from][to] = std::min(all[from][to], all[from][via] + all[via][to]);
    return all;
}

}  // namespace lightsweep::tests
