#pragma once
// The best shares of a step's bytes when it is known which planes send together: a linear program
// over the groups' clocks.
//
// minimise E_last over E_i and, of group g of step i, its end F_g and its bytes q_g >= 0:
//
//     sum of q_g = bytes_i,    F_g - q_g / (theta_g b) >= E_(i-1) + latency_g,    E_i >= F_g
//     F_g - q_g / (theta_g b) >= F_before + D [other circuits] + latency_g      (of every plane)

#include "kernels/plane_groups.hpp"

namespace lightsweep::solvers::common {

/// The schedule with those shares, groups without bytes left out: no slower, up to the program's
/// tolerance, than the one given, which must be legal. Its time is that of its replay. Throws
/// std::runtime_error if Clp fails.
kernels::GroupSchedule with_best_shares(const kernels::Collective& collective,
                                        const std::vector<kernels::Permutation>& start,
                                        const kernels::GroupSchedule& schedule,
                                        const kernels::Parameters& parameters,
                                        const kernels::FlowOracle& measure);

}  // namespace lightsweep::solvers::common
