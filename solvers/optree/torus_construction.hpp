#pragma once
// All-gathers on a torus of WDM rings: first along one dimension, then along the other, where every
// node passes on all items of its first ring.
//
// The rings of a dimension run the same ring schedule side by side. The bound is that of the second
// dimension alone, with the number of items that its nodes must receive; a bound for both
// dimensions together is not known.

#include "solvers/optree/gather_construction.hpp"

namespace lightsweep::solvers::optree {

enum class TorusOrder { rows_first, columns_first };

struct TorusConstruction {
    TorusOrder order = TorusOrder::rows_first;
    GatherConstruction first{}, second{};  ///< construction of one ring in each phase
    kernels::LightpathSchedule schedule{};

    std::int64_t steps() const { return first.steps + second.steps; }
};

/// Every node of rows x columns owns one item. Errors as for plan_gather.
TorusConstruction plan_torus(const kernels::TorusShape& shape, std::int64_t wavelengths,
                             Method method, TorusOrder order);

/// The order with fewer steps; rows first if both are equal.
TorusConstruction plan_torus(const kernels::TorusShape& shape, std::int64_t wavelengths,
                             Method method);

}  // namespace lightsweep::solvers::optree
