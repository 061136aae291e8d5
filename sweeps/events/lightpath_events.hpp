#pragma once
// Schedules of lightpaths in the result file: one list of lightpaths per point, in /schedules.

#include "engine/journal/workload.hpp"
#include "kernels/wdm/lightpath_schedule.hpp"
#include "solvers/contract/problem.hpp"
#include "sweeps/problem/solve_problem.hpp"

namespace lightsweep::sweeps {

/// Largest number of lightpaths in a list: that of 2,048 nodes. A list is one row of the result
/// file. The rank that makes it and the rank that writes it keep it in memory: 0.1 GB each for
/// 2,048 nodes, 0.4 GB for 4,096.
inline constexpr std::int64_t most_listed_lightpaths = std::int64_t{1} << 22;
/// Number of lightpaths of a construction: every item goes to every other node once per half,
/// unless lightpaths are tapped.
std::int64_t count_lightpaths(const solvers::LightpathConstruction& plan,
                              const solvers::LightpathRings& rings);

/// Its size as text: "nodes = 64: has 516096 lightpaths of 1/128 item each".
std::string size_of(const solvers::LightpathConstruction& plan,
                    const solvers::LightpathRings& rings);
/// Message with a remedy for a list that would be too long.
std::string too_many_lightpaths(const solvers::LightpathConstruction& plan,
                                const solvers::LightpathRings& rings);

/// The schedule slot by slot as it runs: the construction's, its reverse, or both one after the
/// other.
kernels::LightpathSchedule decode(const solvers::LightpathConstruction& plan,
                                  solvers::LightpathRings::Half half);
/// The schedule in charged steps: a circuit carries one item per slot of the step, in the order of
/// its lightpaths. Items of an all-to-all are numbered by owner, then by receiver, so that
/// items_per_node counts the items for all n receivers.
kernels::LightpathSchedule in_steps(const solvers::LightpathConstruction& plan,
                                    solvers::LightpathRings::Half half);
/// Number of slots of each of these steps.
std::vector<std::int32_t> slots_of_steps(const solvers::LightpathConstruction& plan,
                                         solvers::LightpathRings::Half half);
/// The validator's result on a schedule slot by slot: empty, or the first fault.
std::string fault_of(const kernels::LightpathSchedule& schedule,
                     solvers::LightpathRings::Half half);

/// Columns of a lightpath: stage, step, source, destination, direction, wavelength, item.
std::vector<engine::Column> lightpath_columns();
/// Appends the lightpaths stage by stage, with steps counted from the schedule's first.
void append_lightpaths(const kernels::LightpathSchedule& schedule, engine::RaggedRow& row);

// Timing of a lightpath schedule: its charged steps, the setups before them, and the duration of
// each.
//
//     step = per_step + per_hop + slots * item / (bandwidth / lanes)
//
// A lightpath is one hop, independent of its length. Where standing circuits cost nothing, one
// setup lights the circuits of all steps up to the next setup (kernels/wdm/lightpath_schedule.hpp).
// This takes at most as many setups as the schedulers of rules = common charge.

struct LightpathRun {
    kernels::LightpathSchedule schedule;  ///< in charged steps
    std::vector<std::int32_t> slots;      ///< slots of each step: the items on its fullest circuit
    std::vector<std::int32_t> setups;     ///< steps before which circuits are set up, ascending
    kernels::LitAtStart start;
    double latency, slot, delay;  ///< of a step, of one item on one lane, and of a setup [s]

    double duration(std::int32_t step) const { return latency + slot * slots[step]; }
    double planned_time() const;
};

/// The run of a solution that has lightpaths.
LightpathRun run_lightpaths(const Solution& solution);

/// Why a solution on rings has no lightpaths: it is a formula, or they are too many to be made.
std::string no_lightpaths(const Solution& solution);

}  // namespace lightsweep::sweeps
