#pragma once
// Schedules that are their own mirror image, for collectives that go back the way they came (an
// all-reduce by halving and doubling): half the decisions, so that the local search can change
// three at a time. A heuristic: an optimum need not be symmetric.

#include "solvers/swot/beam.hpp"

namespace lightsweep::solvers::swot {

/// An even number of steps, step i like step s - 1 - i, no configuration twice in the first half,
/// no configuration held at the start.
bool is_mirrored(const QueueProblem& problem);

/// From the first half of `start` (for a mirrored problem): changes of up to three of its planes at
/// work and planes parked by one, while that helps. Offers all that it times.
void improve_symmetrically(const QueueProblem& problem, const QueueSequence& start, Effort& effort,
                           Incumbent& incumbent);

}  // namespace lightsweep::solvers::swot
