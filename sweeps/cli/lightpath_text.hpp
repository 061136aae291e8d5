#pragma once
// Solutions on WDM rings as text for people, and as JSON with every lightpath.

#include <iosfwd>

#include "sweeps/problem/solve_problem.hpp"

namespace lightsweep::sweeps {

/// Prints times, the schedule in words and a line per step; a formula has no steps to print.
void print_lightpaths(const Solution& solution, std::ostream& out);

/// The lightpaths as columns and rows; throws engine::BadInput if there are too many to list.
std::string lightpaths_json(const Solution& solution);

/// Throws engine::IoError with the validator's fault, if the schedule is small enough to check in a
/// moment.
void check_lightpaths(const Solution& solution);

}  // namespace lightsweep::sweeps
