#pragma once
// From a schedule over switch planes to the plan that controller and ranks carry out (SWOT, section
// 3.3; execution_plan.hpp says what a plan holds).
//
// A step's payload at one rank is a stream of bytes; each plane that carries the step takes one
// contiguous piece of it, in the order of the schedule. Whole bytes: of P bytes in all, w by the
// schedule, the first planes up to plane j take
//
//     round(P (q_0 + ... + q_j) / w)      and the last plane the rest,
//
// so that the pieces add up and each is off by less than one byte (and by what the rank's blocks
// differ from the step's mean, where n does not divide the message). Shares below half a byte are
// left to the step's other planes. The end moves by at most the sum over steps of the largest such
// difference of any rank and plane, divided by the plane's bandwidth: ExecutionPlan::rounding_time.

#include "kernels/collective.hpp"
#include "kernels/execution_plan.hpp"
#include "kernels/plane_schedule.hpp"

namespace lightsweep::kernels {

/// Pieces of payload above which a plan is refused: blocks of all ranks and steps.
inline constexpr double most_plan_blocks = 5e7;

/// The plan of a schedule for `problem`, whose steps are those of the collective with this message
/// (plane_steps; for a custom list the message is 1 byte). Planned times are those of the replay.
///
/// Collectives that know their blocks have exact offsets, sequences those of every part; the
/// message is a whole number of bytes then. Custom lists and volumes other than the blocks' have
/// `outgoing` and `incoming` offsets only (knows_blocks = false), each step round(bytes).
///
/// Throws std::invalid_argument with place, value and remedy if the message is no whole number, the
/// problem's steps are not the collective's, a step is a union of permutations, the schedule is not
/// legal, or the plan would be too large. Time and memory O(blocks sent by all ranks).
ExecutionPlan plan_execution(const Collective& collective, double message,
                             const PlaneProblem& problem, const PlaneSchedule& schedule);

}  // namespace lightsweep::kernels
