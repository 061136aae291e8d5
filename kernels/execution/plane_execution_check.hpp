#pragma once
// Carries out an execution plan on simulated ranks and switches, and says what goes wrong.
//
// Knows the plan, the hardware and what the collective promises; shares nothing with whoever made
// the plan or found its ways. Everything starts as early as its waits allow, not at the planned
// times. Data are symbols ("byte p, summed over these ranks"), moved range by range. Violations:
//   - a hop over a circuit that does not lead there at that moment, over a plane that is being
//     reconfigured or is not one of the group's; a reconfiguration under a running stream
//   - a way that visits a rank twice, or ends at another rank than the step's peer
//   - a stream that begins while its origin or target (of streams together: any rank) is still in
//     an earlier step; two streams at once on one port, two groups at once on a plane
//   - bytes sent that are not there, touched while another stream uses them, added twice, lost on
//     the way, outside their buffers
//   - waits that never end; at the end, a result that is not the collective's
//
// With a spread every stream, group and setup takes longer by a random factor of its own: a plan
// whose waits are complete keeps its promise whatever the times.

#include "kernels/collectives/collective.hpp"
#include "kernels/execution/execution_plan.hpp"
#include "kernels/planes/plane_groups.hpp"

namespace lightsweep::kernels {

struct ExecutionTiming {
    double spread = 0;  ///< durations times 1 + spread u, u in [0, 1), >= 0
    std::uint64_t seed = 0;
};

struct ExecutionResult {
    double end = 0;         ///< of the last transfer [s]
    std::string violation;  ///< the first one; empty if there is none
};

/// problem: the hardware with its start, and the bytes of the steps. promise: the collective whose
/// result is expected. O(streams * pieces of data + events * waiting streams of a rank).
ExecutionResult execute(const ExecutionPlan& plan, const GroupProblem& problem,
                        const Collective& promise, const ExecutionTiming& timing = {});

}  // namespace lightsweep::kernels
