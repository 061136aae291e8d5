#pragma once
// Plans for circuits that stand for nothing: T = S x + R a, x the time of a step without a.
//
// Few steps or few reconfigurations: which is better depends on a / x alone, and the plans that are
// best for some ratio are the corners of a lower hull over (S, R). The exact program over
// factorisations minimises any weights (radix_program.hpp), so that its corners are found by
// halving: between two corners the weights at which they tie either give a new one or prove that
// there is none. Every plan's R is counted on its lightpaths.

#include <vector>

#include "solvers/optree/gather_plan.hpp"

namespace lightsweep::solvers::optree {

/// Every plan that is fastest for some ratio, fewest reconfigurations first, no two alike.
/// lifted: over factorisations; windowed: over relayed windows and strides; optimal: with
/// wdm-optimal among them; others: their one plan of fewest steps. Empty if none is possible.
std::vector<GatherPlan> plan_held_gathers(const RingTask& task, Method method);

}  // namespace lightsweep::solvers::optree
