#pragma once
// A schedule on switch planes as a table of its steps and a Gantt chart, for people.

#include <iosfwd>

#include "sweeps/problem/solve_problem.hpp"

namespace lightsweep::sweeps {

/// Prints the steps with their peers, bytes and planes, then one bar per plane. The solution must
/// be on planes.
void print_planes(const Solution& solution, std::ostream& out);

/// A permutation for people in at most `most` characters: its name, or the first of its pairs,
/// "0>9 1>8 ..".
std::string peers_text(const kernels::Permutation& peer, std::size_t most = 40);

}  // namespace lightsweep::sweeps
