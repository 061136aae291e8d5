#pragma once
// Plans of WDM rings under rules = common as lightpaths.
//
// Items are cut into `pieces` equal ones, so that a lightpath of kernels::LightpathSchedule carries
// one piece for one slot; a step of the plan is a run of slots over the same circuits. Its figures
// can be read off: S = step_slots.size(), X = slots * 2w / (n pieces), and R by following the
// circuits.

#include "kernels/lightpath_schedule.hpp"
#include "solvers/common/wdm_planes.hpp"

namespace lightsweep::solvers::common {

struct WdmSchedule {
    kernels::LightpathSchedule slots{};      ///< items_per_node = pieces of an item
    std::vector<std::int32_t> step_slots{};  ///< slots of every step
};

/// The lightpaths of a plan. An all-to-all runs those of the all-gather, every node's item another
/// one for each receiver. Nothing for formulas, and where n * pieces would pass 2^31 - 1 or a step
/// 2^31 - 1 slots.
std::optional<WdmSchedule> wdm_schedule(const WdmPlan& plan, kernels::Primitive primitive,
                                        kernels::Node n, std::int64_t wavelengths);

}  // namespace lightsweep::solvers::common
