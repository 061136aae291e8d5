#pragma once
// SWOT on planes that differ (mixed generations, failed planes): depth-first over the sets of
// planes used in each step, with the program of shares (fixed_sets.hpp) of the steps so far plus
// the ideal time of the rest as the bound. Planes of equal speed, delay and history (before
// their first use: with the same configuration held) are interchangeable. Knows nothing of the
// canonical queue: on planes that are alike it is that method's witness.
//
// (2^planes - 1)^steps sets at worst: for small problems; else a feasible schedule with a bound.

#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

/// At most max_programs linear programs. The schedule is at least as good as `start`'s replay.
Solution search_used_sets(const kernels::PlaneProblem& problem, const kernels::PlaneSchedule& start,
                          std::int64_t max_programs);

}  // namespace lightsweep::solvers::swot
