#pragma once
// One collective on the k lanes of a node (rules = common).

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers::common {

/// accounting: lanes_flow or lanes_path.
Structure make_structure(kernels::Collective collective, kernels::Topology base, kernels::Node k,
                         Accounting accounting);

/// What the lanes hold at the start if they are planes, as far as SWOT's search can be told: all of
/// them the first step's permutation, or nothing. Where the base holds permutations of other steps,
/// or the first one on some lanes only, a start with nothing is one that may be had, not the best.
struct Start {
    kernels::InitialPlanes initial;
    bool is_exact;
};
Start start_of(const Structure& structure);

}  // namespace lightsweep::solvers::common
