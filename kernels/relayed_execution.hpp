#pragma once
// From a schedule of groups of planes to the plan that controller and ranks carry out
// (relayed_plan.hpp).
//
// What a rank sends in a step is one stream of bytes; each group that carries the step takes one
// contiguous piece of it, and each of the ways on which the group carries the rank's bytes one
// contiguous piece of that, in whole bytes (plan_pieces.hpp). Groups below half a byte are left to
// the step's other groups. Whole bytes, blocks that differ where n does not divide the message, and
// ways that carry more than the schedule asks for move the end of a group: by at most
// ExecutionPlan::rounding_time, summed over the steps, it is later or earlier than planned.

#include "kernels/plane_groups.hpp"
#include "kernels/relayed_plan.hpp"

namespace lightsweep::kernels {

/// One way from a sender to its peer, and its share of what they send.
struct ShareOfWay {
    std::vector<RelayHop> way;
    double share;
};

/// Ways of every rank's bytes over the planes of a group, which send at theta (of b) in all: by
/// rank, empty where it is idle. No circuit carries more than a plane's bandwidth.
using GroupRouter = std::function<std::vector<std::vector<ShareOfWay>>(
    const PlaneGroup& group, const Permutation& peer, double theta)>;

/// What a plan of groups is made of. start: what each plane holds.
struct GroupProblem {
    const Collective& collective;
    const std::vector<Permutation>& start;
    const Parameters& parameters;
    const FlowOracle& measure;
};

/// The plan; planned times are those of the replay. Throws std::invalid_argument with place, value
/// and remedy if the message is no whole number, a step has several peers, the schedule is not
/// legal or the plan would be too large.
RelayedPlan plan_groups(const GroupProblem& problem, const GroupSchedule& schedule,
                        const GroupRouter& route);

}  // namespace lightsweep::kernels
