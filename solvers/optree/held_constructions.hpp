#pragma once
// Constructions for the case that standing circuits cost nothing: T = S x + R a, with x the time of
// a step without a.
//
// Whether few steps or few reconfigurations are better depends on a / x only, and the constructions
// that are best for some ratio are the corners of a lower hull over (S, R). The exact program over
// factorisations minimises any weights (radix_program.hpp), so halving finds the corners: between
// two corners, the weights at which they tie either give a new corner or prove that there is none.
// Every R is counted on the lightpaths.

#include <vector>

#include "solvers/optree/gather_construction.hpp"

namespace lightsweep::solvers::optree {

/// Every construction that is fastest for some ratio, fewest reconfigurations first, without
/// duplicates. lifted: over factorisations. windowed: over relayed windows and strides. optimal:
/// also wdm-optimal. Other methods: their single construction of fewest steps. Empty if none is
/// possible.
std::vector<GatherConstruction> plan_held_gathers(const RingTask& task, Method method);

}  // namespace lightsweep::solvers::optree
