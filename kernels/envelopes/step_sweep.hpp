#pragma once
// Schedules that are found step by step at every reconfiguration delay of a row, eight delays at a
// time: the threshold rule, and the two-state dynamic program where the list of useful schedules
// would be too long.

#include <vector>

#include "kernels/cost/step_costs.hpp"
#include "kernels/envelopes/envelope.hpp"

namespace lightsweep::kernels {

/// Structural sums of the schedule found at each delay of a row.
struct SweptRow {
    std::vector<double> hops;        ///< links, summed over the steps
    std::vector<double> congestion;  ///< sum of share * (stretch - 1) over the steps on the base
    std::vector<double> reconfigurations;
    std::vector<double>
        bound;  ///< threshold: sum of min(extra, delay) over the steps [s]; else empty
};

/// Match iff base - matching > delay. Never looks ahead; at most twice the optimum.
void sweep_threshold(const StepCosts& costs, const DelayRow& row, SweptRow& result);

/// Optimum over base and matching per step: S_i = B_i + min(S, T + delay),
/// T_i = A_i + delay + min(S, T). O(steps) per delay, O(1) memory. Fewest reconfigurations on ties.
void sweep_two_state(const StepCosts& costs, const DelayRow& row, SweptRow& result);

}  // namespace lightsweep::kernels
