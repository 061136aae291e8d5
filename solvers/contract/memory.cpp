#include "solvers/contract/memory.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <set>

#include "solvers/contract/problem.hpp"

namespace lightsweep::solvers {

namespace {

/// A step with its costs, in vectors that grow by doubling, and what most schedulers keep of it.
constexpr double step_bytes = 320, peer_bytes = sizeof(kernels::Permutation);
constexpr double program_step_bytes = 4400;

}  // namespace

ProblemSize size_of(const Problem& problem) {
    ProblemSize size;
    size.nodes = problem.rings ? problem.rings->longest() : problem.collective.n;
    size.steps = static_cast<double>(problem.steps());
    std::set<std::uint64_t> matchings;
    for (const auto& step : problem.collective.steps) {
        size.peers = std::max(size.peers, 1.0 + static_cast<double>(step.other_peers.size()));
        matchings.insert(step.peer.hash());
    }
    size.matchings = std::max<double>(1, static_cast<double>(matchings.size()));
    size.planes =
        std::max<double>(problem.lanes, static_cast<double>(problem.planes.speeds.size()));
    return size;
}

double problem_bytes(const ProblemSize& size) {
    return size.steps * (step_bytes + 2 * peer_bytes * (size.peers - 1)) +
           size.lists * size.nodes * sizeof(kernels::Node) + size.listed;
}

double answer_bytes(const ProblemSize& size, bool of_planes) {
    return size.steps * (320 + (of_planes ? 560 * size.planes : 0));
}

double bytes_by_step(const ProblemSize& size) {
    return 100 * size.steps;
}

double bytes_of_plane_search(const ProblemSize& size) {
    return size.steps * (320 + 160 * size.planes + 24 * size.matchings);
}

double bytes_by_matching(const ProblemSize& size) {
    return size.steps * (step_bytes + 64 * size.matchings);
}

double bytes_of_program(const ProblemSize& size) {
    return program_step_bytes * size.steps;
}

double bytes_of_walk_program(const ProblemSize& size) {
    return size.steps * (program_step_bytes + 2000 * size.matchings);
}

double bytes_of_plane_program(const ProblemSize& size) {
    return 600 * size.steps * size.steps * size.planes;
}

double bytes_of_trees(const ProblemSize& size) {
    return 150 * std::pow(size.nodes, 1.5);
}

std::string text_of(const std::exception& failure) {
    if (!dynamic_cast<const std::bad_alloc*>(&failure)) return failure.what();
    return "memory ran out: choose fewer nodes or steps, fewer threads, or a larger machine";
}

}  // namespace lightsweep::solvers
