#pragma once
// All-gathers on a torus of WDM rings: first along one dimension, then along the other, where every
// node passes on all the items of its first ring.
//
// A dimension's rings are disjoint copies that run the same ring schedule side by side. The bound
// given is that of the second dimension alone with as many items as its nodes must receive; no
// bound that joins both dimensions is known.

#include "solvers/optree/gather_plan.hpp"

namespace lightsweep::solvers::optree {

enum class TorusOrder { rows_first, columns_first };

struct TorusPlan {
    TorusOrder order = TorusOrder::rows_first;
    GatherPlan first{}, second{};  ///< of one ring each
    kernels::LightpathSchedule schedule{};

    std::int64_t steps() const { return first.steps + second.steps; }
};

/// Every node of rows x columns owns one item. Errors as plan_gather.
TorusPlan plan_torus(const kernels::TorusShape& shape, std::int64_t wavelengths, Method method,
                     TorusOrder order);

/// The order with fewer steps, rows first if equal.
TorusPlan plan_torus(const kernels::TorusShape& shape, std::int64_t wavelengths, Method method);

}  // namespace lightsweep::solvers::optree
