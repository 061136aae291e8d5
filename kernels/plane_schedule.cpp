#include "kernels/plane_schedule.hpp"

#include <algorithm>
#include <cmath>

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

/// What a plane holds and since when it is free; no configuration: it takes any, at once (free
/// start) or after a reconfiguration (cold start).
struct PlaneState {
    HeldConfiguration configuration;
    double free_since = 0;
    bool chooses = false;
};

std::vector<PlaneState> initial_states(const PlaneProblem& problem) {
    const bool chooses = problem.initial == InitialPlanes::free;
    std::vector<PlaneState> states;
    for (const auto& held : held_at_start(problem)) states.push_back({held, 0, chooses});
    return states;
}

/// One use: its reconfiguration, if one is due, and its transmission.
void transmit(const PlaneProblem& problem, std::size_t i, const PlaneUse& use, double barrier,
              PlaneState& state, PlaneTimeline& timeline) {
    const auto& plane = problem.planes[use.plane];
    const auto wanted = problem.steps[i].configuration;
    double start = barrier;
    if (!state.chooses && state.configuration != wanted) {
        const double ready = state.free_since + plane.reconfiguration_delay;
        timeline.events.push_back({use.plane, i, 0, state.free_since, ready, true});
        ++timeline.n_reconfigurations;
        start = std::max(start, ready);
    }
    const double end = start + use.bytes / plane.bandwidth + problem.base_latency;
    timeline.events.push_back({use.plane, i, use.bytes, start, end, false});
    state = {wanted, end, false};
}

/// P1 to P3 on the events alone: nothing of the run above is trusted.
std::string broken_rule(const PlaneProblem& problem, const PlaneTimeline& timeline) {
    auto states = initial_states(problem);
    std::vector<double> begins(problem.steps.size(), HUGE_VAL), ends(problem.steps.size(), 0);
    for (const auto& event : timeline.events) {
        const auto name = place(event.step) + "plane " + std::to_string(event.plane) + " ";
        auto& state = states[event.plane];
        const auto& plane = problem.planes[event.plane];
        const auto wanted = problem.steps[event.step].configuration;
        if (event.start < state.free_since) return name + "does two things at once";
        if (event.reconfigure && event.end < event.start + plane.reconfiguration_delay)
            return name + "reconfigures too fast";
        if (!event.reconfigure) {
            if (!state.chooses && state.configuration != wanted)
                return name + "holds another configuration";
            if (event.end < event.start + event.bytes / plane.bandwidth)
                return name + "transmits too fast";
            begins[event.step] = std::min(begins[event.step], event.start);
            ends[event.step] = std::max(ends[event.step], event.end);
        }
        state = {wanted, event.end, false};
    }
    double barrier = 0;
    for (std::size_t i = 0; i < problem.steps.size(); ++i) {
        if (begins[i] < barrier) return place(i) + "begins before the step before has ended";
        barrier = std::max(barrier, ends[i]);
    }
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
    auto states = initial_states(problem);
    double barrier = 0;
    for (std::size_t i = 0; i < problem.steps.size(); ++i) {
        timeline.violation = fault_in(problem, schedule, i);
        if (!timeline.violation.empty()) return timeline;
        double end = barrier;
        for (const auto& use : schedule.steps[i]) {
            transmit(problem, i, use, barrier, states[use.plane], timeline);
            end = std::max(end, timeline.events.back().end);
        }
        barrier = end;
        timeline.step_ends.push_back(barrier);
    }
    timeline.violation = broken_rule(problem, timeline);
    return timeline;
}

}  // namespace lightsweep::kernels
