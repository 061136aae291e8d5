#pragma once
// What all replays on switch planes share, whatever names the circuits that a plane holds: who is
// ready when, and the check of the finished timeline, which trusts nothing of the run.

#include <algorithm>
#include <cmath>
#include <span>

#include "kernels/planes/plane_problem.hpp"

namespace lightsweep::kernels {

/// What a plane holds and since when it is free.
template <class Circuits>
struct PlaneState {
    std::optional<Circuits> held;
    bool chooses = false;  ///< it takes its first circuits at once
    double free_since = 0;

    bool needs_setup(const Circuits& wanted) const { return !chooses && held != wanted; }
};

template <class Circuits>
std::vector<PlaneState<Circuits>> states_at_start(const std::vector<std::optional<Circuits>>& held,
                                                  bool chooses) {
    std::vector<PlaneState<Circuits>> states;
    for (const auto& one : held) states.push_back({one, chooses, 0});
    return states;
}

template <class Circuits>
class PlaneRun {
  public:
    PlaneRun(std::span<const SwitchPlane> planes, std::vector<PlaneState<Circuits>> states)
        : planes_(planes), states_(std::move(states)) {}

    /// Nothing is sent for so long after the step before.
    void compute(double seconds) { barrier_ = step_end_ = barrier_ + seconds; }
    /// When the step before has ended and all planes of a group hold what is wanted of each; their
    /// reconfigurations are noted.
    double ready(std::size_t step, std::span<const int> group, std::span<const Circuits> wanted) {
        double at = barrier_;
        for (std::size_t i = 0; i < group.size(); ++i) {
            const auto plane = static_cast<std::size_t>(group[i]);
            const auto& state = states_[plane];
            if (!state.needs_setup(wanted[i])) continue;
            const double end = state.free_since + planes_[plane].reconfiguration_delay;
            line.events.push_back({group[i], step, 0, state.free_since, end, true});
            ++line.n_reconfigurations;
            at = std::max(at, end);
        }
        return at;
    }
    /// bytes: of each plane.
    void send(std::size_t step, std::span<const int> group, std::span<const Circuits> wanted,
              double bytes, double start, double end) {
        for (std::size_t i = 0; i < group.size(); ++i) {
            line.events.push_back({group[i], step, bytes, start, end, false});
            states_[group[i]] = {wanted[i], false, end};
        }
        step_end_ = std::max(step_end_, end);
    }
    void end_step() {
        barrier_ = step_end_;
        line.step_ends.push_back(barrier_);
    }

    PlaneTimeline line;

  private:
    std::span<const SwitchPlane> planes_;
    std::vector<PlaneState<Circuits>> states_;
    double barrier_ = 0, step_end_ = 0;
};

/// The first event that breaks a rule, or "". wanted(event): the circuits that the schedule gives
/// its plane in its step, null if none; least(event): seconds that a transmission takes at least.
/// computation: before every step [s].
template <class Circuits, class Wanted, class Least>
std::string broken_rule(const PlaneTimeline& line, std::span<const SwitchPlane> planes,
                        std::vector<PlaneState<Circuits>> states,
                        const std::vector<double>& computation, Wanted wanted, Least least) {
    const std::size_t n_steps = computation.size();
    std::vector<double> begins(n_steps, HUGE_VAL), ends(n_steps, 0);
    const auto at_step = [](std::size_t step) { return "step " + std::to_string(step) + ": "; };
    for (const auto& event : line.events) {
        const auto plane = static_cast<std::size_t>(event.plane);
        auto& state = states[plane];
        const auto fault = [&](const char* what) {
            return at_step(event.step) + "plane " + std::to_string(event.plane) + " " + what;
        };
        const Circuits* circuits = wanted(event);
        if (!circuits) return fault("is in no group");
        if (event.start < state.free_since) return fault("does two things at once");
        if (event.reconfigure && event.end < event.start + planes[plane].reconfiguration_delay)
            return fault("reconfigures too fast");
        if (!event.reconfigure) {
            if (state.needs_setup(*circuits)) return fault("holds another configuration");
            if (event.end < event.start + least(event)) return fault("transmits too fast");
            begins[event.step] = std::min(begins[event.step], event.start);
            ends[event.step] = std::max(ends[event.step], event.end);
        }
        state = {*circuits, false, event.end};
    }
    double barrier = 0;
    for (std::size_t i = 0; i < n_steps; ++i) {
        barrier += computation[i];
        if (begins[i] < barrier) return at_step(i) + "begins before the step before has ended";
        barrier = std::max(barrier, ends[i]);
    }
    return {};
}

}  // namespace lightsweep::kernels
