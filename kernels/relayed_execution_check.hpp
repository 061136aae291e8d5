#pragma once
// Carries out a plan with relays on simulated ranks and switches, and says what goes wrong.
//
// Knows the plan, the hardware and what the collective promises; shares nothing with whoever made
// the plan or found its ways. Everything starts as early as its waits allow. Violations:
//   - a hop over a circuit that does not lead there at that moment, or over a plane that is not one
//     of the group's; a reconfiguration under a running group; a plane in two groups at once
//   - a way that visits a rank twice, or ends at another rank than the step's peer
//   - a group that begins while one of an earlier step is running
//   - bytes sent that are not there, touched while another stream uses them, added twice, lost on
//     the way, outside their buffers
//   - waits that never end; at the end, a result that is not the collective's

#include "kernels/collective.hpp"
#include "kernels/cost.hpp"
#include "kernels/plane_execution_check.hpp"
#include "kernels/relayed_plan.hpp"

namespace lightsweep::kernels {

/// parameters: of the hardware, whose planes share the bandwidth. start: what the planes hold.
/// With a spread groups and setups take longer by a random factor of their own.
ExecutionResult execute_relayed(const RelayedPlan& plan, const std::vector<Permutation>& start,
                                const Parameters& parameters, const Collective& promise,
                                const ExecutionTiming& timing = {});

}  // namespace lightsweep::kernels
