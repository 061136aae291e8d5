#pragma once
// What can be said about an execution plan before it runs: whether the planes may begin as they do,
// and whether both ends of every stream mean the same bytes, within their buffers.

#include "kernels/execution/execution_plan.hpp"
#include "kernels/planes/plane_groups.hpp"

namespace lightsweep::kernels {

/// The first thing that is wrong with the plan, or "".
std::string fault_in(const ExecutionPlan& plan, const GroupProblem& problem);

}  // namespace lightsweep::kernels
