#pragma once
// One collective on the k lanes of a node (rules = common).

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers::common {

/// accounting: lanes_flow or lanes_path. The lanes are planes that start on the base's circuits,
/// lane by lane (kernels::circuits_of_planes); one alone holds nothing unless it is the first
/// step's, as it sends in every step.
Structure make_structure(kernels::Collective collective, kernels::Topology base, kernels::Node k,
                         Accounting accounting);

}  // namespace lightsweep::solvers::common
