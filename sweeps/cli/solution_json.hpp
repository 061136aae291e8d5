#pragma once
// A solution as JSON text.

#include <string>

#include "sweeps/problem/solve_problem.hpp"

namespace lightsweep::sweeps {

/// {"status", "completion_time", "breakdown", "n_reconfigurations", "lower_bound", "gap",
/// "schedule"}: numbers in SI units, infinite times as null; schedule has "base" or "matching" per
/// step.
std::string solution_json(const Solution& solution);

/// As solution_json, with the topology, start and end of every step; indented.
std::string timeline_json(const Solution& solution);

/// Every node's transfers per step, and the switch controller's reconfigurations; indented.
/// {"n", "topologies": [[[from, to], ...], ...], "controller": [{"start", "end", "before_step",
/// "topology"}, ...], "ranks": [{"rank", "sends": [{"step", "to", "bytes", "start", "end"}]}]}
std::string execution_plan_json(const Solution& solution);

std::string error_json(const std::string& message);

}  // namespace lightsweep::sweeps
