#pragma once
// From a schedule of groups of planes to the plan that controller and ranks carry out (SWOT,
// section 3.3; execution_plan.hpp says what a plan holds). Planes that send alone have plans by
// rank.
//
// What a rank sends in a step is one stream of bytes; each group that carries the step takes one
// contiguous piece of it, in the order of the schedule (in a step of several permutations each has
// a stream and groups of its own), and each of the ways on which the group
// carries the rank's bytes one contiguous piece of that. Whole bytes: of P bytes in all, w by the
// schedule, the first groups up to group j take
//
//     round(P (q_0 + ... + q_j) / w)      and the last group the rest,
//
// so that the pieces add up and each is off by less than one byte (and by what the rank's blocks
// differ from the step's mean, where n does not divide the message). Groups below half a byte are
// left to the step's other groups, which moves the planned end; rounding_time begins with that.
// Together with ways that carry more than the schedule asks for
// this moves the end of a step, later or earlier, by at most what ExecutionPlan::rounding_time adds
// up over the steps: by rank, the largest difference of any rank and plane divided by the plane's
// bandwidth; of streams together, the largest difference of any group's time.

#include <functional>

#include "kernels/execution/execution_plan.hpp"
#include "kernels/planes/plane_groups.hpp"

namespace lightsweep::kernels {

/// Pieces of payload above which a plan is refused: blocks of all ranks and steps.
inline constexpr double most_plan_blocks = 5e7;

/// One way from a sender to its peer, and its share of what they send.
struct ShareOfWay {
    std::vector<RelayHop> way;
    double share;
};

/// Ways of every rank's bytes, by rank, empty where it is idle; and what they take: the links of
/// the longest way, and the share of b at which no circuit carries more than a plane's bandwidth.
struct GroupWays {
    std::vector<std::vector<ShareOfWay>> of_rank{};
    StepFlow flow{};
};

/// Ways over the planes of a group, which is charged as if it sent at theta (of b) in all.
using GroupRouter =
    std::function<GroupWays(const PlaneGroup& group, const Permutation& peer, double theta)>;

/// The plan of a schedule for `problem`, whose steps are those of the collective with this message
/// (for a custom list the message is 1 byte). Planned times are those of the replay, with the hops
/// and the flow of the ways that the plan takes: they end after the schedule's completion time
/// where the accounting charges the distance of the farthest pair and the flow takes longer ways.
/// route: where groups have a measure. unit: planes share a rank's bytes at multiples of it, where
/// it divides them; rounding_time says what that costs [B].
///
/// Collectives that know their blocks have exact offsets, sequences those of every part; the
/// message is a whole number of bytes then. Custom lists and volumes other than the blocks' have
/// `outgoing` and `incoming` offsets only (knows_blocks = false), each step round(bytes).
///
/// Throws std::invalid_argument with place, value and remedy if the message is no whole number, the
/// problem's steps are not the collective's, a step of several peers has a measure, the schedule is
/// not legal, or the plan would be too large. Time and memory O(blocks sent by all ranks).
ExecutionPlan plan_execution(const Collective& collective, double message,
                             const GroupProblem& problem, const GroupSchedule& schedule,
                             const GroupRouter& route = {}, std::int64_t unit = 1);

}  // namespace lightsweep::kernels
