#pragma once
// Local search over schedules of groups: one plane more or less in one step, the best shares each
// time (group_shares.hpp). What it finds above all are planes that stop early in a step, so that
// they are ready for a later one.

#include "kernels/plane_groups.hpp"

namespace lightsweep::solvers::common {

/// A schedule that is no slower, after at most so many programs. The given one must be legal.
kernels::GroupSchedule improved_by_flips(const kernels::Collective& collective,
                                         const std::vector<kernels::Permutation>& start,
                                         kernels::GroupSchedule schedule,
                                         const kernels::Parameters& parameters,
                                         const kernels::FlowOracle& measure, int most_programs);

}  // namespace lightsweep::solvers::common
