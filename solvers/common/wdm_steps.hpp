#pragma once
// The steps of plans on WDM rings under rules = common, in the order in which they run
// (wdm_cost.hpp says how they are cut, wdm_schedule.hpp makes their lightpaths).

#include "solvers/common/wdm_planes.hpp"
#include "solvers/step_runs.hpp"

namespace lightsweep::solvers::common {

/// Every step is a per-step and a per-hop latency and so much transmission; the reconfigurations
/// are those that are charged, each where circuits are first needed. Nothing for formulas, and
/// where there are more than most_step_runs.
std::vector<StepRun> wdm_step_runs(const WdmPlan& plan, kernels::Primitive primitive,
                                   kernels::Node n, std::int64_t wavelengths);

}  // namespace lightsweep::solvers::common
