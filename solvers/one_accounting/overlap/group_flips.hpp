#pragma once
// Local search over schedules of groups of planes: adds one plane to a step, or removes one from
// it, and finds the best shares each time by a linear program (group_shares.hpp).
//
// A flip is kept if the replayed time falls by more than 1e-9 relative; passes over all (step,
// plane) pairs repeat until none helps or the programs are used up. A plane that joins a step may
// use the step's own circuits, those that it holds, or those that it holds next. Most gains come
// from planes that leave a step early and so are ready for a later one. Heuristic: nothing is
// proven. Cost: one program and one replay per flip. Limit case: most_programs = 0 returns the
// given schedule.

#include "kernels/planes/plane_groups.hpp"

namespace lightsweep::solvers::one_accounting {

/// A schedule that is at least as fast as the given one, which must be legal. Uses at most
/// most_programs linear programs.
kernels::GroupSchedule improved_by_flips(const kernels::Collective& collective,
                                         const std::vector<kernels::Permutation>& start,
                                         kernels::GroupSchedule schedule,
                                         const kernels::Parameters& parameters,
                                         const kernels::FlowOracle& measure, int most_programs);

}  // namespace lightsweep::solvers::one_accounting
