#pragma once
// The dual-track execution plan of a solution on switch planes
// (kernels/execution/execution_plan.hpp).

#include <string>

#include "sweeps/problem/solve_problem.hpp"

namespace lightsweep::sweeps {

/// The plan as JSON: the controller's reconfigurations of every plane, and per rank its transfers
/// with plane, peers, ranges of bytes and what they wait for; where planes send in groups over
/// several hops, the groups with what they wait for, and per rank what it sends, passes on and
/// receives over which plane. Circuits are {"shift": 3}, {"xor": 4}, {"label": "cfg 2"} or
/// {"peers": [1, 0, ...]}: where every rank's port leads. The plan has been carried out by a
/// simulator of ranks and switches. Throws std::invalid_argument where there is no plan (fractions
/// of bytes, too large, a formula), std::runtime_error with what the simulator found.
std::string plane_plan_json(const Solution& solution);

}  // namespace lightsweep::sweeps
