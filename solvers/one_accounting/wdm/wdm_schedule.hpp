#pragma once
// WDM ring schedules of rules = common as lightpaths.
//
// Items are cut into `pieces` equal pieces, so that a lightpath of kernels::LightpathSchedule
// carries one piece for one slot. A step is a run of slots over the same circuits. The figures can
// be checked on the result: S = step_slots.size(), X = slots * 2w / (n pieces), and R by following
// the circuits.

#include "kernels/wdm/lightpath_schedule.hpp"
#include "solvers/one_accounting/wdm/wdm_envelopes.hpp"

namespace lightsweep::solvers::one_accounting {

struct WdmSchedule {
    kernels::LightpathSchedule slots{};      ///< items_per_node is the number of pieces of an item
    std::vector<std::int32_t> step_slots{};  ///< number of slots of every step
};

/// The lightpaths of a construction. An all-to-all uses those of the all-gather; every node's item
/// is a different one for each receiver. Nothing for formulas, and nothing where n * pieces or the
/// slots of a step would exceed 2^31 - 1.
std::optional<WdmSchedule> wdm_schedule(const WdmConstruction& plan, kernels::Primitive primitive,
                                        kernels::Node n, std::int64_t wavelengths);

}  // namespace lightsweep::solvers::one_accounting
