#pragma once
// Key of a plane problem that ignores the names of configurations: problems with equal keys are
// solved once.

#include <map>
#include <vector>

#include "kernels/planes/plane_problem.hpp"

namespace lightsweep::solvers::swot {

/// Per step its configuration and its bytes. Configurations are numbered in the order of the planes
/// that hold them at the start, then of first appearance. The key does not contain planes, latency
/// and start; the caller keeps problems with different ones apart.
using ProblemKey = std::vector<std::pair<std::int64_t, double>>;

inline ProblemKey problem_key(const kernels::PlaneProblem& problem) {
    std::map<std::int64_t, std::int64_t> number;
    const auto number_of = [&](std::int64_t configuration) {
        return number.emplace(configuration, static_cast<std::int64_t>(number.size()))
            .first->second;
    };
    for (const auto& held : problem.held)
        if (held) number_of(*held);
    ProblemKey key;
    for (const auto& step : problem.steps)
        key.push_back({number_of(step.configuration), step.bytes});
    return key;
}

}  // namespace lightsweep::solvers::swot
