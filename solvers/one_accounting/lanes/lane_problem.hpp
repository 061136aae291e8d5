#pragma once
// Builds the problem of one collective on the k lanes of a node (rules = common).

#include "solvers/contract/problem.hpp"

namespace lightsweep::solvers::one_accounting {

/// measure: lanes_flow or lanes_path. As planes, the lanes start on the base's circuits, lane by
/// lane (kernels::circuits_of_planes). A single lane starts empty unless the base has the first
/// step's circuits, because it sends in every step.
Problem make_problem(kernels::Collective collective, kernels::Topology base, kernels::Node k,
                     const StepMeasure& measure);

}  // namespace lightsweep::solvers::one_accounting
