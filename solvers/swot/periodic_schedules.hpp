#pragma once
// Schedules of long runs of equal steps (pairwise all-to-all): a short pattern of planes taken,
// repeated, like 2 2 3 2 2 3 ... Far from both ends the best schedule of such a run repeats
// something, and beams, which look at the ends only, tend to miss it.
//
// Patterns of 1, 2, ... steps are improved by changing one number by one, or two of them in
// opposite directions, on a run that is just long enough to tell patterns apart; the best of every
// length is then tried on the whole run, and there the steps are changed one by one.

#include "solvers/swot/beam.hpp"

namespace lightsweep::solvers::swot {

/// `problem` is uniform (block_bound.hpp). Stops when the effort is spent.
void offer_patterns(const QueueProblem& problem, Effort& effort, Incumbent& incumbent);

}  // namespace lightsweep::solvers::swot
