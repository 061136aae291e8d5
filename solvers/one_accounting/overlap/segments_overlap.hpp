#pragma once
// The scheduler segments-overlap: segments whose planes change one at a time while the others send.
// It returns the best of `segments`, `swot` and a beam over schedules of groups of planes
// (overlap_search.hpp).

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers::one_accounting {

std::unique_ptr<PreparedScheduler> prepare_segments_overlap(std::shared_ptr<const Problem>,
                                                            const SchedulerOptions&);

/// Estimated seconds of one core for a point with n_steps steps.

}  // namespace lightsweep::solvers::one_accounting
