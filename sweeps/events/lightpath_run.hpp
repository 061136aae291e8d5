#pragma once
// Timing of a lightpath schedule: its charged steps, the setups before them, and the duration of
// each.
//
//     step = per_step + per_hop + slots * item / (bandwidth / lanes)
//
// A lightpath is one hop, independent of its length. Where standing circuits cost nothing, one
// setup lights the circuits of all steps up to the next setup (kernels/wdm/standing_circuits.hpp).
// This takes at most as many setups as the schedulers of rules = common charge.

#include "kernels/wdm/standing_circuits.hpp"
#include "sweeps/problem/solve_problem.hpp"

namespace lightsweep::sweeps {

struct LightpathRun {
    kernels::LightpathSchedule schedule;  ///< in charged steps
    std::vector<std::int32_t> slots;      ///< slots of each step: the items on its fullest circuit
    std::vector<std::int32_t> setups;     ///< steps before which circuits are set up, ascending
    kernels::LitAtStart start;
    double latency, slot, delay;  ///< of a step, of one item on one lane, and of a setup [s]

    double duration(std::int32_t step) const {
        return latency + slot * slots[static_cast<std::size_t>(step)];
    }
    double planned_time() const;
};

/// The run of a solution that has lightpaths.
LightpathRun run_lightpaths(const Solution& solution);

/// Why a solution on rings has no lightpaths: it is a formula, or they are too many to be made.
std::string no_lightpaths(const Solution& solution);

}  // namespace lightsweep::sweeps
