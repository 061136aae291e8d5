#pragma once
// Carries out an execution plan on simulated ranks and switches, and says what goes wrong.
//
// Knows the plan, the hardware and what the collective promises; shares nothing with whoever made
// the plan. Everything starts as early as its waits allow, not at the planned times. Data are
// symbols ("byte p, summed over these ranks"), moved range by range. Violations:
//   - a transfer whose plane does not connect these ranks at that moment, or is being reconfigured;
//     a reconfiguration under a running transfer
//   - a transfer that begins while its sender or receiver is still in an earlier step
//   - two transfers at once on one port, in the same direction
//   - sender and receiver that disagree on a transfer, ranges outside their buffers
//   - bytes sent that are not there, touched while another transfer uses them, added twice
//   - waits that never end; at the end, a result that is not the collective's
//
// With a spread every transfer and reconfiguration takes longer by a random factor of its own: a
// plan whose waits are complete keeps its promise whatever the times.

#include "kernels/collective.hpp"
#include "kernels/execution_plan.hpp"
#include "kernels/plane_problem.hpp"

namespace lightsweep::kernels {

struct ExecutionTiming {
    double spread = 0;  ///< durations times 1 + spread u, u in [0, 1), >= 0
    std::uint64_t seed = 0;
};

struct ExecutionResult {
    double end = 0;  ///< of the last transfer [s]
    std::size_t n_transfers = 0;
    std::string violation;  ///< the first one; empty if there is none
};

/// problem: bandwidth and delay of each plane, latency and start, bytes of the steps. promise: the
/// collective whose result is expected; its steps only where the plan knows no blocks, and for what
/// the planes hold at the start. O(transfers * pieces of data + events * steps * planes).
ExecutionResult execute(const ExecutionPlan& plan, const PlaneProblem& problem,
                        const Collective& promise, const ExecutionTiming& timing = {});

}  // namespace lightsweep::kernels
