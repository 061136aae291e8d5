#pragma once
// A plan on switch planes as a table of its steps and a Gantt chart, for people.

#include <iosfwd>

#include "sweeps/solve_problem.hpp"

namespace lightsweep::sweeps {

/// Steps with their peers, bytes and planes, then one bar per plane. The solution must have planes.
void print_planes(const Solution& solution, std::ostream& out);

}  // namespace lightsweep::sweeps
