#pragma once
// Plans on WDM rings for people, and as JSON with every lightpath.

#include <iosfwd>

#include "sweeps/solve_problem.hpp"

namespace lightsweep::sweeps {

/// Times, the plan in words, a line per step. A formula has no steps to show.
void print_lightpaths(const Solution& solution, std::ostream& out);

/// The lightpaths as columns and rows; throws engine::BadInput if they are too many to list.
std::string lightpaths_json(const Solution& solution);

/// Throws engine::IoError with what the validator finds wrong, if the plan is small enough to look
/// at in a moment.
void check_lightpaths(const Solution& solution);

}  // namespace lightsweep::sweeps
