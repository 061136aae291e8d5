#pragma once
// Local search for SWOT where steps have several permutations, or computation before them: what
// every plane carries in every step (its role), from lockstep, from one partition and from the best
// schedule so far on.
//
// The planes of a permutation work from the time when they are ready to a common end (water
// filling); the step ends with its last permutation, and a plane is free at its own end. A move
// gives one plane another role in one step, or lets two planes exchange theirs; it is taken if the
// last step ends earlier. The program of shares (fixed_sets.hpp) then lets planes stop early where
// that helps later steps. O(steps * planes * log planes) per move that is tried.

#include "solvers/swot/problem/solution.hpp"

namespace lightsweep::solvers::swot {

/// Tries moves, at most most_moves / 2 from each start, and takes better schedules into `best`.
/// Steps without bytes must have been removed.
void improve_roles_locally(const kernels::PlaneProblem& problem, std::int64_t most_moves,
                           Solution& best);

}  // namespace lightsweep::solvers::swot
