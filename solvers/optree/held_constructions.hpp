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

// All-gathers on a torus of WDM rings: first along one dimension, then along the other, where every
// node passes on all items of its first ring.
//
// The rings of a dimension run the same ring schedule side by side. The bound is that of schedules
// that finish one dimension before the other; a bound for both dimensions together is not known.

enum class TorusOrder { rows_first, columns_first };

/// Every node of rows x columns owns one item. Errors as for plan_gather.
GatherConstruction plan_torus(const kernels::TorusShape& shape, std::int64_t wavelengths,
                              Method method, TorusOrder order);

/// The order with fewer steps, rows first if both are equal; the bound holds for both orders.
GatherConstruction plan_torus(const kernels::TorusShape& shape, std::int64_t wavelengths,
                              Method method);

/// Every construction that is fastest for some ratio, fewest reconfigurations first, without
/// duplicates. lifted: over factorisations. windowed: over relayed windows and strides. optimal:
/// also wdm-optimal. Other methods: their single construction of fewest steps. Empty if none is
/// possible.
std::vector<GatherConstruction> plan_held_gathers(const RingTask& task, Method method);

}  // namespace lightsweep::solvers::optree
