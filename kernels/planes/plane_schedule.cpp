#include "kernels/planes/plane_schedule.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/planes/plane_run.hpp"

namespace lightsweep::kernels {

namespace {

constexpr double bytes_tolerance = 1e-9;  // relative: shares are rounded

std::string place(std::size_t step) {
    return "step " + std::to_string(step) + ": ";
}

/// What is wrong with the uses of one step, or "".
std::string fault_in(const PlaneProblem& problem, const PlaneSchedule& schedule, std::size_t i) {
    std::vector<bool> used(problem.planes.size(), false);
    double sum = 0;
    for (const auto& use : schedule.steps[i]) {
        if (use.plane < 0 || use.plane >= problem.n_planes())
            return place(i) + "plane " + std::to_string(use.plane) + " is not one of " +
                   std::to_string(problem.n_planes());
        if (used[use.plane])
            return place(i) + "plane " + std::to_string(use.plane) + " transmits twice";
        if (!std::isfinite(use.bytes) || use.bytes < 0)
            return place(i) + "plane " + std::to_string(use.plane) + " carries " +
                   std::to_string(use.bytes) + " bytes";
        used[use.plane] = true;
        sum += use.bytes;
    }
    const double wanted = problem.steps[i].bytes;
    if (wanted == 0 && !schedule.steps[i].empty()) return place(i) + "has no bytes but is used";
    if (std::abs(sum - wanted) > bytes_tolerance * wanted)
        return place(i) + std::to_string(sum) + " of " + std::to_string(wanted) +
               " bytes are carried";
    return {};
}

}  // namespace

PlaneTimeline replay_planes(const PlaneProblem& problem, const PlaneSchedule& schedule) {
    require_sound(problem);
    PlaneTimeline timeline;
    if (schedule.steps.size() != problem.steps.size()) {
        timeline.violation = "the schedule has " + std::to_string(schedule.steps.size()) +
                             " steps, the problem " + std::to_string(problem.steps.size());
        return timeline;
    }
    const auto states =
        states_at_start(held_at_start(problem), problem.initial == InitialPlanes::free);
    PlaneRun<std::int64_t> run(problem.planes, states);
    for (std::size_t i = 0; i < problem.steps.size(); ++i) {
        if (auto fault = fault_in(problem, schedule, i); !fault.empty()) {
            run.line.violation = std::move(fault);
            return std::move(run.line);
        }
        const std::span wanted(&problem.steps[i].configuration, 1);
        for (const auto& use : schedule.steps[i]) {
            const std::span plane(&use.plane, 1);
            const double start = run.ready(i, plane, wanted);
            const double sent = start + use.bytes / problem.planes[use.plane].bandwidth;
            run.send(i, plane, wanted, use.bytes, start, sent + problem.base_latency);
        }
        run.end_step();
    }
    run.line.violation = broken_rule(
        run.line, problem.planes, states, problem.steps.size(),
        [&](const PlaneEvent& event) { return &problem.steps[event.step].configuration; },
        [&](const PlaneEvent& event) {
            return event.bytes / problem.planes[event.plane].bandwidth;
        });
    return std::move(run.line);
}

}  // namespace lightsweep::kernels
