#pragma once
// Runs the methods of the canonical queue in turn, for equal planes (queue_problem.hpp).
// Constructions come first. Up to 40 steps the priced search follows, which proves most problems.
// Then come beams and local search for schedules, and label sweeps in both directions for the
// bound. Runs of equal steps also use patterns and blocks.

#include "solvers/swot/problem/queue_problem.hpp"
#include "solvers/swot/problem/solution.hpp"
#include "solvers/swot/search/beam.hpp"

namespace lightsweep::solvers::swot {

struct Certified {
    TimedSequence best;
    double lower_bound;  ///< [units], <= best.value
    std::int64_t nodes;  ///< nodes of the exact search
    std::int64_t effort;
};

/// For the starts `free` and `first`. A schedule and a bound exist from the start; effort narrows
/// the gap between them. A proof counts as the bound best.value * (1 - proof_tolerance).
Certified search_canonically(const QueueProblem& problem, const Budget& budget);

// SWOT on planes that differ (mixed generations, failed planes), and steps of several permutations
// or with computation before them: a depth-first search over the planes used in each step, and what
// each of them carries. The bound is the program of shares (fixed_sets.hpp) of the steps so
// far plus the ideal time of the rest. Planes of equal speed, delay and history (before their first
// use: with the same configuration) are interchangeable. The search does not use the canonical
// queue, so on equal planes it is a witness for that method.
//
// There are (1 + permutations)^(planes steps) choices at worst, so only small problems are solved;
// others get a feasible schedule with a bound.

/// Solves at most max_programs linear programs. The schedule is at least as good as the replay of
/// `start`.
Solution search_used_sets(const kernels::PlaneProblem& problem, const kernels::PlaneSchedule& start,
                          std::int64_t max_programs);

}  // namespace lightsweep::solvers::swot
