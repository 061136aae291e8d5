#pragma once
// The dual-track execution plan of a solution whose planes send in groups over several hops
// (kernels/relayed_plan.hpp).

#include <string>

#include "sweeps/solve_problem.hpp"

namespace lightsweep::sweeps {

/// The plan as JSON: the controller's reconfigurations of every plane; the groups that send, with
/// what they wait for; and per rank what it sends, passes on and receives over which plane. It has
/// been carried out by a simulator of ranks and switches. Throws std::invalid_argument where there
/// is no plan (fractions of bytes, too large), std::runtime_error with what the simulator found.
std::string group_plan_json(const Solution& solution);

}  // namespace lightsweep::sweeps
