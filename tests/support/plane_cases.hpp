#pragma once
// Random problems of switch planes, printable.

#include <cmath>
#include <random>
#include <sstream>

#include "kernels/planes/plane_problem.hpp"

namespace lightsweep::tests {

inline std::string describe(const kernels::PlaneProblem& problem) {
    std::ostringstream text;
    text.precision(17);
    text << "start " << static_cast<int>(problem.initial) << ", L " << problem.base_latency
         << ", planes";
    for (const auto& plane : problem.planes)
        text << " (" << plane.bandwidth << ", " << plane.reconfiguration_delay << ")";
    text << ", steps";
    for (const auto& step : problem.steps) text << " " << step.configuration << ":" << step.bytes;
    if (!problem.held.empty()) text << ", held";
    for (const auto& held : problem.held) text << " " << (held ? std::to_string(*held) : "-");
    return text.str();
}

/// Every plane holds some step's configuration, now and then one that no step uses, or nothing.
inline void hold_individually(std::mt19937& random, kernels::PlaneProblem& problem) {
    problem.initial = kernels::InitialPlanes::individual;
    problem.held.assign(problem.planes.size(), std::nullopt);
    if (problem.steps.empty()) return;
    for (auto& held : problem.held) {
        const auto kind = random() % 8;
        const auto& step = problem.steps[random() % problem.steps.size()];
        if (kind > 0) held = kind == 1 ? 1000 : step.configuration;
    }
}

/// Planes alike, 1 B/s each; distinct, palindromic, uniform or any configurations; works of 0.02 to
/// 1.02 s, delays of 0.03 to 100 times half a second.
inline kernels::PlaneProblem random_planes(std::mt19937& random, int most_planes, int most_steps) {
    const auto real = [&] { return std::uniform_real_distribution<double>(0, 1)(random); };
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    kernels::PlaneProblem problem;
    const int steps = 1 + below(most_steps), kind = below(4);
    const double delay = 0.5 * 0.03 * std::pow(100 / 0.03, real());
    problem.planes = kernels::alike_planes(2 + below(most_planes - 1), 1, delay);
    problem.base_latency = std::vector<double>{0, 0.05, 0.2}[below(3)];
    problem.initial = static_cast<kernels::InitialPlanes>(below(3));
    const double common = 0.02 + real();
    for (int i = 0; i < steps; ++i) {
        const int mirrored = std::min(i, steps - 1 - i);
        const int label = kind == 0 ? i : kind == 1 ? mirrored : kind == 2 ? i : below(3);
        problem.steps.push_back({label, kind == 2 ? common : 0.02 + real()});
    }
    return problem;
}

}  // namespace lightsweep::tests
