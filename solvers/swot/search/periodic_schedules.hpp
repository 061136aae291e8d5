#pragma once
// Schedules of long runs of equal steps (pairwise all-to-all): a short pattern of planes taken is
// repeated, such as 2 2 3 2 2 3 ... Far from both ends the best schedule of such a run is periodic,
// and beams, which rank by the ends only, tend to miss it.
//
// Patterns of 1, 2, ... steps are improved by changing one number by one, or two numbers in
// opposite directions, on a run that is just long enough to tell patterns apart. The best pattern
// of every length is then tried on the whole run, where the steps are changed one by one.
// Heuristic.

#include "solvers/swot/search/beam.hpp"

namespace lightsweep::solvers::swot {

/// Requires a uniform `problem` (block_bound.hpp). Stops when the effort is spent.
void offer_patterns(const QueueProblem& problem, Effort& effort, Incumbent& incumbent);

}  // namespace lightsweep::solvers::swot
