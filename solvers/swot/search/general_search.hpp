#pragma once
// SWOT on planes that differ (mixed generations, failed planes): a depth-first search over the sets
// of planes used in each step. The bound is the program of shares (fixed_sets.hpp) of the steps so
// far plus the ideal time of the rest. Planes of equal speed, delay and history (before their first
// use: with the same configuration) are interchangeable. The search does not use the canonical
// queue, so on equal planes it is a witness for that method.
//
// There are (2^planes - 1)^steps sets at worst, so only small problems are solved; others get a
// feasible schedule with a bound.

#include "solvers/swot/problem/solution.hpp"

namespace lightsweep::solvers::swot {

/// Solves at most max_programs linear programs. The schedule is at least as good as the replay of
/// `start`.
Solution search_used_sets(const kernels::PlaneProblem& problem, const kernels::PlaneSchedule& start,
                          std::int64_t max_programs);

}  // namespace lightsweep::solvers::swot
