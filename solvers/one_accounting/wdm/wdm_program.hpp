#pragma once
// Finds the stages of mixed-radix all-gathers on a WDM ring that are fastest for some parameters.
//
// A stage's cost depends only on its radix and on the product P of the radices before it
// (wdm_cost.hpp). So prefixes are the states of a shortest path through the divisors of N, with
// three lengths: steps, item times, reconfigurations; a direct stage offers one edge for every
// useful split of its colours (ColourSplits). Every divisor keeps the labels that no other
// label beats in all three. The list at N is the answer for every latency, message and delay. Ties:
// fewer stages, then smaller radices, then direct before relayed.

#include "solvers/one_accounting/wdm/wdm_cost.hpp"

namespace lightsweep::solvers::one_accounting {

struct StageConstruction {
    std::vector<WdmStage> stages{};
    WdmCost cost{};
};

/// The non-dominated constructions, sorted by reconfigurations, then by steps; exact within the
/// family, without stages for one node. The families tree and lifted have direct stages, windowed
/// also relayed ones.
std::vector<StageConstruction> useful_stage_plans(const optree::RingTask& task,
                                                  optree::RadixFamily family);

/// Cost of these stages; the product of their radices must be the number of nodes.
WdmCost cost_of(const optree::RingTask& task, optree::RadixFamily family,
                const std::vector<WdmStage>& stages);

}  // namespace lightsweep::solvers::one_accounting
