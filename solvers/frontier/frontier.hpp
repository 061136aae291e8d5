#pragma once
// The frontier under rules = common: for a primitive, n nodes, k lanes and a base, the least time
// over all plans that are known - those of gathers/ and exchanges/, and the schedules of `segments`
// for every algorithm of the primitive - with the bound that holds for any schedule on this
// hardware (kernels/cost/common_bounds.hpp).
//
// On a WDM ring of w wavelengths the plans are those that stay on the neighbour ring, a ring with
// 2w lanes, and the schedules of the other schedulers there.
//
// The list of plans is made once per structure; a point is its least time.

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers::frontier {

/// What a decision says, for files.
inline constexpr std::string_view family_states =
    "place of the plan in the scheduler's list; from bit 32 on its family: 1 static levels, "
    "2 static balls, 3 static halves, 4 static sets, 5 static digits, 6 leave once, 7 strides, "
    "8 direct, 9 prefix, 10 alternating, 11 static whole vectors, 12 direct whole vectors, "
    "13 alternating whole vectors, 14 static hybrid, 15 direct hybrid, 16 together, "
    "17 late groups, 18 segments, 19 lightpaths, 20 walks, 21 digit by digit, "
    "22 walk whole vectors, 23 walk hybrid, 24 gathered vectors, "
    "25 alternating hybrid, 26 leave once whole vectors, 27 leave once hybrid, "
    "28 whole vectors in stretches, 0 another scheduler's";

Prepared prepare_frontier(Subject problem, const SchedulerOptions& options);

/// The searches for all-to-alls, and for gathers on tori; other plans take less time to make than
/// to read.
extern const SharedSearch frontier_search;

/// It takes primitives alone ("allgather/any"), on at least as many lanes as the base needs.
std::optional<Reason> refuse_named_algorithms(const Problem& problem, const SchedulerOptions&);

}  // namespace lightsweep::solvers::frontier
