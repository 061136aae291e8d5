#pragma once
// A solution as JSON text.

#include <string>

#include "sweeps/solve_problem.hpp"

namespace lightsweep::sweeps {

/// {"status", "completion_time", "breakdown", "n_reconfigurations", "lower_bound", "gap",
/// "schedule"}: SI numbers, infinite times as null; schedule: "base" or "matching" per step.
std::string solution_json(const Solution& solution);

/// The same with every step's topology, start and end; indented.
std::string timeline_json(const Solution& solution);

/// Every node's transfers per step and the switch controller's reconfigurations; indented.
/// {"n", "topologies": [[[from, to], ...], ...], "controller": [{"start", "end", "before_step",
/// "topology"}, ...],
///  "ranks": [{"rank", "sends": [{"step", "to", "bytes", "start", "end"}]}]}
std::string execution_plan_json(const Solution& solution);

std::string error_json(const std::string& message);

}  // namespace lightsweep::sweeps
