#include "solvers/contract/memory.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <new>
#include <set>
#include <stdexcept>

#include "solvers/contract/problem.hpp"

namespace lightsweep::solvers {

namespace {

double largest = std::numeric_limits<double>::infinity();

/// A step with its costs, in vectors that grow by doubling, and what most schedulers keep of it.
constexpr double step_bytes = 320, peer_bytes = sizeof(kernels::Permutation);
constexpr double program_step_bytes = 4400;

std::string in_units(double bytes) {
    char text[32];
    const bool large = bytes >= 1e9;
    std::snprintf(text, sizeof text, "%.3g %s", bytes / (large ? 1e9 : 1e6), large ? "GB" : "MB");
    return text;
}

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
           size.lists * size.nodes * sizeof(kernels::Node);
}

double bytes_by_step(const ProblemSize& size) {
    return step_bytes * size.steps;
}

double bytes_by_plane(const ProblemSize& size) {
    return 600 * size.steps * size.planes;
}

double bytes_of_plane_search(const ProblemSize& size) {
    return bytes_by_plane(size) + 24 * size.steps * size.matchings;
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

void limit_memory(double bytes) {
    largest = bytes;
}

double memory_limit() {
    return largest;
}

void require_memory(double bytes, const std::string& what) {
    if (bytes <= largest) return;
    throw std::length_error(what + " needs about " + in_units(bytes) + ", and --memory allows " +
                            in_units(largest) + ": choose fewer nodes or steps, or set --memory");
}

std::string text_of(const std::exception& failure) {
    if (!dynamic_cast<const std::bad_alloc*>(&failure)) return failure.what();
    return "memory ran out: choose fewer nodes or steps, fewer threads, or a larger machine";
}

}  // namespace lightsweep::solvers
