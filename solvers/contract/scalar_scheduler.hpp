#pragma once
// The shortest way to a new scheduler: a function that decides one problem at one set of
// parameters.
//
// The function says which steps run on circuits of their own; all other steps run on the base. The
// adaptor calls it for every delay of a row, charges the decided schedule, and proves a bound:
//
//   bound = sum over steps of min(time on the base, time on own circuits), no delay at all
//
// No vector code is needed. A scheduler that proves worth its while can have a vector twin later
// (kernels/envelopes/step_sweep.hpp). solvers/example shows the whole of it.

#include <vector>

#include "solvers/contract/prepared_scheduler.hpp"

namespace lightsweep::solvers {

/// One entry per step: true where it runs on its own circuits.
///
/// costs  hops, shares and stretches of the steps on the base
/// p      message_time() is the message over the node's bandwidth [s]; latencies and delay [s]
using ScalarDecision = std::vector<bool> (*)(const kernels::StepCosts& costs,
                                             const kernels::Parameters& p);

/// A prepared scheduler that asks `decide` at every delay.
std::unique_ptr<PreparedScheduler> prepare_scalar(ScalarDecision decide,
                                                  std::shared_ptr<const Problem> problem);

}  // namespace lightsweep::solvers
