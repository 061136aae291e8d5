#pragma once
// The stages of mixed-radix all-gathers on a WDM ring that are fastest for some parameters.
//
// A stage's cost depends on its radix and on the product P of the radices before it alone
// (wdm_cost.hpp), so prefixes are the states of a shortest path through the divisors of N, with
// three lengths: steps, item times, reconfigurations. Per divisor those labels are kept that no
// other beats in all three at once; their list at N is the answer for every latency, message and
// delay. Ties: fewer stages, then the smaller radices, direct before relayed.

#include "solvers/common/wdm_cost.hpp"

namespace lightsweep::solvers::common {

struct StagePlan {
    std::vector<optree::WindowStage> stages{};  ///< no rounds: direct; else rounds of one position
    WdmCost cost{};
};

/// The non-dominated plans, fewest reconfigurations first, then fewest steps; exact within the
/// family, no stages for one node. Families tree and lifted: direct stages; windowed: also relayed.
std::vector<StagePlan> useful_stage_plans(const optree::RingTask& task, optree::RadixFamily family);

/// The relayed stage of this radix: rounds of one position.
optree::WindowStage relayed_stage(std::int64_t radix);

/// Cost of these stages, whose radices' product must be the nodes.
WdmCost cost_of(const optree::RingTask& task, optree::RadixFamily family,
                const std::vector<optree::WindowStage>& stages);

}  // namespace lightsweep::solvers::common
