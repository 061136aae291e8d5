#pragma once
// The 298 points of SWOT's figures: base latency 0.02 ms, 100 GB/s per node over all planes.

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/planes/plane_collectives.hpp"

namespace lightsweep::tests {

struct SwotPoint {
    std::string set, algorithm;
    int nodes, planes;
    double megabytes;     ///< decimal
    double milliseconds;  ///< reconfiguration delay
};

inline const std::map<std::string, std::string>& swot_collective_names() {
    static const std::map<std::string, std::string> names{
        {"rs_hd", "reduce-scatter/halving-doubling"}, {"ag_hd", "allgather/halving-doubling"},
        {"ar_hd", "allreduce/halving-doubling"},      {"ar_rd", "allreduce/recursive-doubling"},
        {"a2a_pairwise", "alltoall/shift"},           {"a2a_bruck", "alltoall/bruck"},
        {"a2a_bruck_std", "alltoall/bruck"},          {"ar_ring_code", "allreduce/ring"}};
    return names;
}

/// The collective of a vector's name, with the volumes that the name stands for.
inline kernels::Collective swot_collective(const std::string& name, int nodes) {
    auto collective = kernels::build_collective(swot_collective_names().at(name), nodes);
    if (name == "a2a_bruck_std") return collective;
    return kernels::with_swot_volumes(std::move(collective));
}

inline kernels::PlaneProblem swot_problem(const SwotPoint& point) {
    // The released code rounds the nodes of Bruck down to a power of two.
    int nodes = point.nodes;
    if (point.algorithm == "a2a_bruck")
        while (nodes & (nodes - 1)) nodes &= nodes - 1;
    return {kernels::plane_steps(swot_collective(point.algorithm, nodes), point.megabytes * 1e6),
            kernels::alike_planes(point.planes, 1e11 / point.planes, point.milliseconds * 1e-3),
            2e-5, kernels::InitialPlanes::free};
}

namespace swot_grid {

using Names = std::vector<std::string>;

inline std::vector<double> sizes(int count, double factor) {
    std::vector<double> result;
    for (double size = 0.125; count-- > 0; size *= factor) result.push_back(size);
    return result;
}

inline void add(std::vector<SwotPoint>& points, const char* set, const Names& algorithms,
                const std::vector<int>& nodes, int planes, const std::vector<double>& sizes,
                double milliseconds = 0.2) {
    for (const int n : nodes)
        for (const auto& algorithm : algorithms)
            for (const double size : sizes)
                points.push_back({set, algorithm, n, planes, size, milliseconds});
}

}  // namespace swot_grid

/// In the order of the paper's experiments.
inline std::vector<SwotPoint> swot_points() {
    using namespace swot_grid;
    const auto fine = sizes(13, 2), coarse = sizes(7, 4);
    const Names halving{"rs_hd", "ar_hd", "a2a_bruck"}, pairwise{"a2a_pairwise"};
    const Names three{"ar_hd", "a2a_pairwise", "a2a_bruck"};
    std::vector<int> powers, counts;
    for (int n = 4; n <= 1024; n *= 2) powers.push_back(n);
    for (int n = 4; n <= 14; ++n) counts.push_back(n);
    std::vector<SwotPoint> points;
    add(points, "1.1a", halving, {16}, 4, fine);
    add(points, "1.1b", halving, {256}, 8, fine);
    add(points, "1.1c", pairwise, {5}, 4, fine);
    add(points, "1.1d", pairwise, {9}, 8, fine);
    add(points, "1.2a", {"ar_hd", "a2a_bruck"}, powers, 4, {32});
    add(points, "1.2b", pairwise, counts, 4, {32});
    add(points, "1.3a", {"a2a_bruck"}, {9}, 8, fine);
    add(points, "1.3b", pairwise, {256}, 8, fine);
    add(points, "1.3c", {"ar_rd"}, {256}, 8, fine);
    for (const int planes : {2, 4, 8}) add(points, "2.1", three, {256}, planes, coarse);
    for (const double delay : {0.2, 2.0, 20.0}) add(points, "2.2", three, {256}, 4, coarse, delay);
    return points;
}

/// What an instance is, whatever its labels: equal keys are solved once.
using SwotKey = std::tuple<int, double, std::vector<std::pair<std::int64_t, double>>>;
inline SwotKey swot_key(const kernels::PlaneProblem& problem) {
    SwotKey key{problem.n_planes(), problem.planes[0].reconfiguration_delay, {}};
    for (const auto& step : problem.steps)
        std::get<2>(key).push_back({step.configuration, step.bytes});
    return key;
}

}  // namespace lightsweep::tests
