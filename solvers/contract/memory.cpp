#include "solvers/contract/memory.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <new>
#include <stdexcept>

#include "solvers/contract/problem.hpp"

namespace lightsweep::solvers {

namespace {

double limit = std::numeric_limits<double>::infinity();

/// A step with its costs, in vectors that grow by doubling (measured: 223 bytes).
constexpr double step_bytes = 256, peer_bytes = sizeof(kernels::Permutation);

std::string in_units(double bytes) {
    char text[32];
    const bool large = bytes >= 1e9;
    std::snprintf(text, sizeof text, "%.3g %s", bytes / (large ? 1e9 : 1e6), large ? "GB" : "MB");
    return text;
}

}  // namespace

ProblemSize size_of(const Problem& problem) {
    ProblemSize size;
    size.nodes = problem.collective.n;
    size.steps = static_cast<double>(problem.steps());
    for (const auto& step : problem.collective.steps)
        size.peers = std::max(size.peers, 1.0 + static_cast<double>(step.other_peers.size()));
    size.planes = std::max<double>(problem.lanes, static_cast<double>(problem.planes.speeds.size()));
    return size;
}

double problem_bytes(const ProblemSize& size) {
    return size.steps * (step_bytes + 2 * peer_bytes * (size.peers - 1)) +
           size.lists * size.nodes * sizeof(kernels::Node);
}

double bytes_by_step(const ProblemSize& size) {
    return 64 * size.steps;
}

double bytes_by_plane(const ProblemSize& size) {
    return size.steps * (128 + 64 * size.planes);
}

void limit_memory(double bytes) {
    limit = bytes;
}

double memory_limit() {
    return limit;
}

void require_memory(double bytes, const std::string& what) {
    if (bytes <= limit) return;
    throw std::length_error(what + " needs about " + in_units(bytes) + ", and --memory allows " +
                            in_units(limit) + ": choose fewer nodes or steps, or set --memory");
}

std::string text_of(const std::exception& failure) {
    if (!dynamic_cast<const std::bad_alloc*>(&failure)) return failure.what();
    return "memory ran out: choose fewer nodes or steps, fewer threads, or a larger machine";
}

}  // namespace lightsweep::solvers
