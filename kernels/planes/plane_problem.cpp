#include "kernels/planes/plane_problem.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <sstream>
#include <stdexcept>

#include "kernels/planes/plane_run.hpp"

namespace lightsweep::kernels {

namespace {

std::string fault(const std::string& place, double value, const char* remedy) {
    std::ostringstream text;
    text << place << " = " << value << ": " << remedy;
    return text.str();
}

std::string indexed(const char* list, std::size_t index, const char* member) {
    return std::string(list) + "[" + std::to_string(index) + "]." + member;
}

bool below_zero(double value) {
    return !std::isfinite(value) || value < 0;
}

constexpr double bytes_tolerance = 1e-9;  // relative: shares are rounded

std::string place(std::size_t step) {
    return "step " + std::to_string(step) + ": ";
}

/// What is wrong with the uses of one step, or "".
std::string fault_in(const PlaneProblem& problem, const PlaneSchedule& schedule, std::size_t i) {
    const auto& step = problem.steps[i];
    std::vector<bool> used(problem.planes.size(), false);
    std::vector<double> sums(step.peers(), 0.0);
    for (const auto& use : schedule.steps[i]) {
        if (use.plane < 0 || use.plane >= problem.n_planes())
            return place(i) + "plane " + std::to_string(use.plane) + " is not one of " +
                   std::to_string(problem.n_planes());
        if (used[use.plane])
            return place(i) + "plane " + std::to_string(use.plane) + " transmits twice";
        if (!std::isfinite(use.bytes) || use.bytes < 0)
            return place(i) + "plane " + std::to_string(use.plane) + " carries " +
                   std::to_string(use.bytes) + " bytes";
        if (use.peer >= step.peers())
            return place(i) + "permutation " + std::to_string(use.peer) + " is not one of " +
                   std::to_string(step.peers());
        used[use.plane] = true;
        sums[use.peer] += use.bytes;
    }
    if (step.bytes == 0 && !schedule.steps[i].empty()) return place(i) + "has no bytes but is used";
    for (std::size_t c = 0; c < sums.size(); ++c)
        if (const double wanted = step.peer(c).bytes;
            std::abs(sums[c] - wanted) > bytes_tolerance * wanted)
            return place(i) + std::to_string(sums[c]) + " of " + std::to_string(wanted) +
                   " bytes are carried";
    return {};
}

}  // namespace

double PlaneStep::volume() const {
    double sum = bytes;
    for (const auto& other : others) sum += other.bytes;
    return sum;
}

bool PlaneStep::uses(std::int64_t label) const {
    return configuration == label ||
           std::ranges::any_of(others, [&](const auto& one) { return one.configuration == label; });
}

bool PlaneStep::operator==(const PlaneStep& other) const {
    return configuration == other.configuration && bytes == other.bytes &&
           computation == other.computation &&
           std::ranges::equal(others, other.others, [](const auto& a, const auto& b) {
               return a.configuration == b.configuration && a.bytes == b.bytes;
           });
}

bool PlaneProblem::is_plain() const {
    return std::ranges::all_of(
        steps, [](const PlaneStep& step) { return step.others.empty() && step.computation == 0; });
}

bool PlaneProblem::equal_planes() const {
    return std::ranges::all_of(planes, [&](const SwitchPlane& plane) {
        return plane.bandwidth == planes[0].bandwidth &&
               plane.reconfiguration_delay == planes[0].reconfiguration_delay;
    });
}

double PlaneProblem::total_bandwidth() const {
    double total = 0;
    for (const auto& plane : planes) total += plane.bandwidth;
    return total;
}

std::vector<SwitchPlane> alike_planes(int count, double bandwidth, double reconfiguration_delay) {
    return std::vector<SwitchPlane>(static_cast<std::size_t>(std::max(count, 0)),
                                    {bandwidth, reconfiguration_delay});
}

std::vector<std::string> faults_of(const PlaneProblem& problem) {
    std::vector<std::string> found;
    if (problem.planes.empty()) found.push_back("planes = 0: give at least 1 switch plane");
    for (std::size_t j = 0; j < problem.planes.size(); ++j) {
        const auto& plane = problem.planes[j];
        if (!std::isfinite(plane.bandwidth) || plane.bandwidth <= 0)
            found.push_back(fault(indexed("planes", j, "bandwidth"), plane.bandwidth,
                                  "give a finite number of bytes per second above 0"));
        if (below_zero(plane.reconfiguration_delay))
            found.push_back(fault(indexed("planes", j, "reconfiguration_delay"),
                                  plane.reconfiguration_delay,
                                  "give a finite number of seconds, 0 or more"));
    }
    if (below_zero(problem.base_latency))
        found.push_back(fault("base_latency", problem.base_latency,
                              "give a finite number of seconds, 0 or more"));
    if (problem.initial == InitialPlanes::individual &&
        problem.held.size() != problem.planes.size())
        found.push_back(fault("held", static_cast<double>(problem.held.size()),
                              "give what each plane holds, or nothing, once per plane"));
    for (std::size_t i = 0; i < problem.steps.size(); ++i) {
        const auto& step = problem.steps[i];
        if (below_zero(step.bytes))
            found.push_back(fault(indexed("steps", i, "bytes"), step.bytes,
                                  "give a finite number of bytes, 0 or more"));
        if (below_zero(step.computation))
            found.push_back(fault(indexed("steps", i, "computation"), step.computation,
                                  "give a finite number of seconds, 0 or more"));
        for (const auto& other : step.others)
            if (!std::isfinite(other.bytes) || other.bytes <= 0 || step.bytes <= 0)
                found.push_back(fault(indexed("steps", i, "others"), other.bytes,
                                      "give every permutation of several a finite number of bytes "
                                      "above 0"));
    }
    return found;
}

void require_sound(const PlaneProblem& problem) {
    std::string all;
    for (const auto& text : faults_of(problem)) all += (all.empty() ? "" : "\n") + text;
    if (!all.empty()) throw std::invalid_argument(all);
}

std::vector<HeldConfiguration> held_at_start(const PlaneProblem& problem) {
    std::vector<HeldConfiguration> held(problem.planes.size());
    const auto& steps = problem.steps;
    const auto loaded = [](const PlaneStep& step) { return step.bytes > 0; };
    if (problem.initial == InitialPlanes::first)
        if (const auto first = std::ranges::find_if(steps, loaded); first != steps.end())
            held.assign(held.size(), first->configuration);
    if (problem.initial == InitialPlanes::individual)
        for (std::size_t j = 0; j < held.size(); ++j)
            if (std::ranges::any_of(steps, [&](const PlaneStep& step) {
                    return loaded(step) && problem.held[j] && step.uses(*problem.held[j]);
                }))
                held[j] = problem.held[j];
    return held;
}

bool starts_cold(const PlaneProblem& problem) {
    if (problem.initial == InitialPlanes::free) return false;
    const auto held = held_at_start(problem);
    return std::ranges::none_of(held, [](const HeldConfiguration& one) { return one.has_value(); });
}

PlaneProblem starting(PlaneProblem problem, InitialPlanes initial) {
    problem.initial = initial;
    problem.held.clear();
    return problem;
}

std::vector<std::size_t> loaded_steps(const PlaneProblem& problem) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < problem.steps.size(); ++i)
        if (problem.steps[i].bytes > 0) found.push_back(i);
    return found;
}

PlaneProblem without_empty_steps(PlaneProblem problem) {
    std::erase_if(problem.steps, [](const PlaneStep& step) { return step.bytes == 0; });
    return problem;
}

namespace {

std::vector<double> computations(const PlaneProblem& problem) {
    std::vector<double> all;
    for (const auto& step : problem.steps) all.push_back(step.computation);
    return all;
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
        run.compute(problem.steps[i].computation);
        for (const auto& use : schedule.steps[i]) {
            const auto configuration = problem.steps[i].peer(use.peer).configuration;
            const std::span wanted(&configuration, 1);
            const std::span plane(&use.plane, 1);
            const double start = run.ready(i, plane, wanted);
            const double sent = start + use.bytes / problem.planes[use.plane].bandwidth;
            run.send(i, plane, wanted, use.bytes, start, sent + problem.base_latency);
        }
        run.end_step();
    }
    std::int64_t wanted = 0;
    run.line.violation = broken_rule(
        run.line, problem.planes, states, computations(problem),
        [&](const PlaneEvent& event) -> const std::int64_t* {
            for (const auto& use : schedule.steps[event.step])
                if (use.plane == event.plane) {
                    wanted = problem.steps[event.step].peer(use.peer).configuration;
                    return &wanted;
                }
            return nullptr;
        },
        [&](const PlaneEvent& event) {
            return event.bytes / problem.planes[event.plane].bandwidth;
        });
    return std::move(run.line);
}

}  // namespace lightsweep::kernels
