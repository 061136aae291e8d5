#pragma once
// What a problem is, whatever its labels: problems with equal keys are solved once.

#include <map>
#include <vector>

#include "kernels/plane_problem.hpp"

namespace lightsweep::solvers::swot {

/// Per step its configuration, numbered in the order of first appearance, and its bytes. Planes,
/// latency and start are the caller's to keep apart.
using ProblemKey = std::vector<std::pair<std::int64_t, double>>;

inline ProblemKey problem_key(const kernels::PlaneProblem& problem) {
    std::map<std::int64_t, std::int64_t> number;
    ProblemKey key;
    for (const auto& step : problem.steps) {
        const auto next = static_cast<std::int64_t>(number.size());
        key.push_back({number.emplace(step.configuration, next).first->second, step.bytes});
    }
    return key;
}

}  // namespace lightsweep::solvers::swot
