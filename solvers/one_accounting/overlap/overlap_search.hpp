#pragma once
// Beam search over schedules of groups of planes (kernels/planes/plane_groups.hpp). Step by step it
// chooses which planes send together, which planes are changed for this step and join it late, and
// which planes skip it to be changed for a later step.
//
// A plane's next circuits are decided when it is next used: it has been reconfiguring since its
// last group ended. The groups of a step share its bytes so that all end together; planes that need
// no change begin at the barrier, changed planes when they are ready. Candidate circuits come from
// the topologies of given walks (guides) near the step, and from the step's own circuits. Labels
// are ranked by their time plus the estimate of the rest (overlap_rests.hpp). Heuristic: no
// schedule is proven best.

#include "solvers/one_accounting/overlap/overlap_rests.hpp"

namespace lightsweep::solvers::one_accounting {

/// A few schedules that take less than `below` [s], the best first; empty if none was found. Their
/// shares are in seconds of a node's bandwidth instead of bytes. start: the planes' circuits. Every
/// guide must have one entry per step.
std::vector<kernels::GroupSchedule> search_overlap(const GroupRates& rates,
                                                   const std::vector<GroupRates::Id>& start,
                                                   const OverlapPoint& point,
                                                   const std::vector<Guide>& guides, double below);

}  // namespace lightsweep::solvers::one_accounting
