#pragma once
// A beam over schedules of groups of planes (kernels/plane_groups.hpp): step by step, who sends
// together, who is changed for this step and joins it late, and who sits out so that it can be
// changed for a later one.
//
// A plane's next circuits are settled when it is next used: it has been reconfiguring since its
// last group ended. Groups of a step share its bytes such that all end at the same time: those that
// stand begin at the barrier, those that have been changed when they are ready. What planes are
// changed to comes from the topologies of given walks (guides) near the step, and the step's own
// circuits. Labels are ranked by their time plus what the guides expect of the rest; no schedule is
// proven best.

#include "solvers/common/overlap_rests.hpp"

namespace lightsweep::solvers::common {

/// A few schedules that take less than `below` [s], the best first, in seconds of a node's
/// bandwidth in the place of bytes; none if none was found. start: the planes' circuits. Every
/// guide has as many entries as there are steps.
std::vector<kernels::GroupSchedule> search_overlap(const GroupRates& rates,
                                                   const std::vector<GroupRates::Id>& start,
                                                   const OverlapPoint& point,
                                                   const std::vector<Guide>& guides, double below);

}  // namespace lightsweep::solvers::common
