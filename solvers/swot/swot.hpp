#pragma once
// SWOT's solver: communication over parallel switch planes with overlapped reconfiguration. It
// always returns a schedule and a certified bound, and proves optimality where the budget allows.
//
// Which method serves which problem:
//   steps forth and back    one piece, mirrored (mirrored_pieces.hpp), as in most all-reduces
//   equal planes            the canonical queue (queue_problem.hpp): first the exact priced search
//                           (priced_search.hpp). If it does not end: beams and local search for
//                           schedules (beam.hpp), label sweeps in both directions for the bound
//                           (label_layers.hpp), and for long runs of equal steps patterns
//                           (periodic_schedules.hpp) and blocks (block_bound.hpp)
//   planes that differ      depth-first over used sets on small problems (canonical_search.hpp)
//   several permutations    in one step, or computation: one partition where it meets the bound, as
//                           of a pipelined tree; a local search over what every plane carries
//                           (plane_roles.hpp); depth-first on small problems
//   everything else         cyclic and lockstep constructions with closed-form bounds
//
// A cold start is exactly a free start plus one reconfiguration. Where planes hold individual
// configurations and the search does not end, a search from a free start adds its schedule and its
// bound.
//
// Budgets count elementary transitions: the same answer on every machine.

#include "solvers/swot/problem/solution.hpp"

namespace lightsweep::solvers::swot {

/// Solves problems that run forth and back by their pieces (mirrored_pieces.hpp), all others
/// directly. Throws std::invalid_argument with all faults if the problem is not sound, and nothing
/// else.
Solution solve(const kernels::PlaneProblem& problem, const Budget& budget = {});

/// Solves without looking for mirrored pieces.
Solution solve_directly(const kernels::PlaneProblem& problem, const Budget& budget = {});

// Final steps of every SWOT solver: offers schedules and settles the status.

/// Limits the bound to the value, and sets whether the two meet or the budget ended the search.
void finish_solution(Solution& solution);

/// Extends a schedule of the steps with bytes, `loaded`, to all steps of the problem.
kernels::PlaneSchedule over_all_steps(const kernels::PlaneProblem& problem,
                                      const std::vector<std::size_t>& loaded,
                                      kernels::PlaneSchedule schedule);

}  // namespace lightsweep::solvers::swot
