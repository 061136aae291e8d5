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

}  // namespace lightsweep::solvers::swot
