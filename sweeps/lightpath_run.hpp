#pragma once
// A plan of lightpaths as it runs: the steps that are paid for, what is set up before which of
// them, and how long each takes.
//
//     step = per_step + per_hop + slots * item / (bandwidth / lanes)
//
// A lightpath is one hop, whatever its length. Where circuits that stand cost nothing, one setup
// lights what all steps until the next need (kernels/standing_circuits.hpp); that may take fewer
// setups than the schedulers of rules = common charge, never more.

#include "kernels/standing_circuits.hpp"
#include "sweeps/solve_problem.hpp"

namespace lightsweep::sweeps {

struct LightpathRun {
    kernels::LightpathSchedule schedule;  ///< in steps
    std::vector<std::int32_t> slots;      ///< of each step: items on its fullest circuit
    std::vector<std::int32_t> setups;     ///< steps before which circuits are set up, ascending
    kernels::LitAtStart start;
    double latency, slot, delay;  ///< of a step, of one item on one lane, of a setup [s]

    double duration(std::int32_t step) const {
        return latency + slot * slots[static_cast<std::size_t>(step)];
    }
    double planned_time() const;
};

/// Of a solution that has lightpaths.
LightpathRun run_lightpaths(const Solution& solution);

/// Why a solution on rings has none: a formula, or too many to make them.
std::string no_lightpaths(const Solution& solution);

}  // namespace lightsweep::sweeps
