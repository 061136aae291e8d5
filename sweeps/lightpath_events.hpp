#pragma once
// Schedules of lightpaths in the result file: one list of lightpaths per point, in /schedules.

#include "engine/workload.hpp"
#include "solvers/lightpath_rings.hpp"

namespace lightsweep::sweeps {

/// Lightpaths that a list holds at most: those of 2,048 nodes. A list is one row of the result
/// file, kept in memory by the rank that makes it and by the one that writes: 0.1 GB each for 2,048
/// nodes, 0.4 GB for 4,096.
inline constexpr std::int64_t most_listed_lightpaths = std::int64_t{1} << 22;
/// Lightpaths of a plan: every item goes to every other node once per half, unless they are tapped.
std::int64_t count_lightpaths(const solvers::LightpathPlan& plan,
                              const solvers::LightpathRings& rings);

/// "nodes = 64: has 516096 lightpaths of 1/128 item each".
std::string size_of(const solvers::LightpathPlan& plan, const solvers::LightpathRings& rings);
/// What to tell who asks for a longer list, with the remedy.
std::string too_many_lightpaths(const solvers::LightpathPlan& plan,
                                const solvers::LightpathRings& rings);

/// The schedule as it is carried out, slot by slot: the plan's, reversed, or both one after the
/// other.
kernels::LightpathSchedule carried_out(const solvers::LightpathPlan& plan,
                                       solvers::LightpathRings::Half half);
/// The same in the steps that are paid for: a circuit carries one item per slot of the step, in the
/// order of its lightpaths. Items of an all-to-all are numbered owner by owner, receiver by
/// receiver, so that items_per_node counts those for all n of them.
kernels::LightpathSchedule in_steps(const solvers::LightpathPlan& plan,
                                    solvers::LightpathRings::Half half);
/// Slots of each of these steps.
std::vector<std::int32_t> slots_of_steps(const solvers::LightpathPlan& plan,
                                         solvers::LightpathRings::Half half);
/// What the validator says of a schedule slot by slot: empty, or the first fault.
std::string fault_of(const kernels::LightpathSchedule& schedule,
                     solvers::LightpathRings::Half half);

/// Columns of a lightpath: stage, step, source, destination, direction, wavelength, item.
std::vector<engine::Column> lightpath_columns();
/// Appends them stage by stage, steps counted from the schedule's first.
void append_lightpaths(const kernels::LightpathSchedule& schedule, engine::RaggedRow& row);

}  // namespace lightsweep::sweeps
