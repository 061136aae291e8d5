#pragma once
// The dual-track execution plan of a solution on switch planes (kernels/execution_plan.hpp).

#include <string>

#include "sweeps/solve_problem.hpp"

namespace lightsweep::sweeps {

/// The plan as JSON: the controller's reconfigurations of every plane, and per rank its transfers
/// with plane, peers, ranges of bytes and what they wait for. It has been carried out by a
/// simulator of ranks and switches. Throws std::invalid_argument where there is no plan (fractions
/// of bytes, too large, a formula), std::runtime_error with what the simulator found.
std::string plane_plan_json(const Solution& solution);

}  // namespace lightsweep::sweeps
