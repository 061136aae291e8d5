#pragma once
// The canonical queue's methods in turn, for planes that are alike (queue_problem.hpp):
// constructions; up to 40 steps the search with prices, which proves most problems; then beams and
// local search for schedules, and label sweeps in both directions for the bound. Runs of equal
// steps have patterns and blocks besides.

#include "solvers/swot/beam.hpp"
#include "solvers/swot/queue_problem.hpp"
#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

struct Certified {
    TimedSequence best;
    double lower_bound;  ///< [units], <= best.value
    std::int64_t nodes;  ///< of the exact search
    std::int64_t effort;
};

/// Free or first start. There is a schedule and a bound from the start; effort narrows the gap
/// between them. A proof stands for the bound best.value * (1 - proof_tolerance).
Certified search_canonically(const QueueProblem& problem, const Budget& budget);

}  // namespace lightsweep::solvers::swot
