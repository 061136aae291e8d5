#pragma once
// The best shares of the steps' bytes when the groups of planes that send in each step are known
// (solvers/milp/clock_program.hpp). A group sends at theta_g b, and begins D after the last group
// of every plane that holds other circuits.

#include "kernels/planes/plane_groups.hpp"

namespace lightsweep::solvers::one_accounting {

/// The schedule with these shares; groups without bytes are left out. It is at least as fast as the
/// given schedule, up to the program's tolerance; the given one must be legal. Its time is the time
/// of its replay. Throws std::runtime_error if no optimum is found. Limit case: one group per step
/// leaves no choice, and the shares stay.
kernels::GroupSchedule with_best_shares(const kernels::Collective& collective,
                                        const std::vector<kernels::Permutation>& start,
                                        const kernels::GroupSchedule& schedule,
                                        const kernels::Parameters& parameters,
                                        const kernels::FlowOracle& measure);

// Local search over schedules of groups of planes: adds one plane to a step, or removes one from
// it, and finds the best shares each time by a linear program (group_shares.hpp).
//
// A flip is kept if the replayed time falls by more than 1e-9 relative; passes over all (step,
// plane) pairs repeat until none helps or the programs are used up. A plane that joins a step may
// use the step's own circuits, those that it holds, or those that it holds next. Most gains come
// from planes that leave a step early and so are ready for a later one. Heuristic: nothing is
// proven. Cost: one program and one replay per flip. Limit case: most_programs = 0 returns the
// given schedule.

/// A schedule that is at least as fast as the given one, which must be legal. Uses at most
/// most_programs linear programs.
kernels::GroupSchedule improved_by_flips(const kernels::Collective& collective,
                                         const std::vector<kernels::Permutation>& start,
                                         kernels::GroupSchedule schedule,
                                         const kernels::Parameters& parameters,
                                         const kernels::FlowOracle& measure, int most_programs);

}  // namespace lightsweep::solvers::one_accounting
