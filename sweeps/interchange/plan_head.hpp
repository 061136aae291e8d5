#pragma once
// What every execution plan file begins with, whatever its kind (lightsweep/plan/v1,
// sweeps/interchange/plan.schema.json): the problem, the hardware, the answer and its parts.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sweeps/problem/solve_problem.hpp"

namespace lightsweep::sweeps {

using OrderedJson = nlohmann::ordered_json;

inline constexpr const char* plan_schema = "lightsweep/plan/v1";

/// JSON has no infinite numbers: they become null.
OrderedJson number_json(double value);
/// The parts of a completion time by name [s].
OrderedJson breakdown_json(const kernels::CostBreakdown& cost);

/// Where every rank's port leads: {"shift": 3}, {"xor": 4}, {"label": "cfg 2"}, {"peers": [...]}.
OrderedJson circuits_json(const kernels::Permutation& circuits);

/// Whether every port has a ring of its own (kernels/routes/routed_flow.hpp).
bool has_ring_per_port(const Solution& solution);
/// The links of a topology as plans list them, in units of the bandwidth: circuits of mirrored
/// halves both ways, links of one rate where paths do not share, and the rings of all ports.
std::vector<kernels::Edge> planned_links(const Solution& solution,
                                         const kernels::Topology& topology);

/// {"schema", "kind", "scheduler", "rules", "problem", "collective", "n", "status",
/// "completion_time", "breakdown", "n_reconfigurations", "lower_bound", "hardware"}; kind: planes,
/// groups, topologies or lightpaths. `problem` is what `eval` reads to get the same schedule.
OrderedJson plan_head(const Solution& solution, const std::string& kind);

}  // namespace lightsweep::sweeps
