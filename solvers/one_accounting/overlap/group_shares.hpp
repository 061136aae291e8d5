#pragma once
// The best shares of the steps' bytes when the groups of planes that send in each step are known: a
// linear program over the groups' clocks.
//
// minimise E_last over the ends E_i of the steps and, for every group g of step i, its end F_g and
// its bytes q_g >= 0:
//
//     sum of q_g = bytes_i,    F_g - q_g / (theta_g b) >= E_(i-1) + latency_g,    E_i >= F_g
//     F_g - q_g / (theta_g b) >= F_before + D [other circuits] + latency_g      (of every plane)

#include "kernels/planes/plane_groups.hpp"

namespace lightsweep::solvers::one_accounting {

/// The schedule with these shares; groups without bytes are left out. It is at least as fast as the
/// given schedule, up to the program's tolerance; the given one must be legal. Its time is the time
/// of its replay. Throws std::runtime_error if Clp fails. Limit case: one group per step leaves no
/// choice, and the shares stay.
kernels::GroupSchedule with_best_shares(const kernels::Collective& collective,
                                        const std::vector<kernels::Permutation>& start,
                                        const kernels::GroupSchedule& schedule,
                                        const kernels::Parameters& parameters,
                                        const kernels::FlowOracle& measure);

}  // namespace lightsweep::solvers::one_accounting
