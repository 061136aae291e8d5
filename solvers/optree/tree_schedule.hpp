#pragma once
// OpTree's tree as lightpaths, for any number of nodes and any radices.
//
// Groups are ranges of nodes. A stage splits each group of g nodes into p = min(radix, g) parts of
// nearly equal size, the larger first. Class i is the i-th node of every part; a shorter part is
// represented by its last node, which then only receives. Every member sends all items that it held
// at the start of the stage to every other member, so that each part, like its group before, holds
// every item exactly once: nothing is lost or sent twice. (Without such proxies, as the paper has
// it, items are lost where the groups are unequal.)
//
// Wavelengths: the first stage uses the ring's one-stage assignment on the p members (all classes'
// antipodal tilings alternate between the directions); later stages colour the intervals on their
// group's line with as many colours as the busiest segment has.

#include "kernels/lightpath_schedule.hpp"
#include "solvers/optree/radix_program.hpp"

namespace lightsweep::solvers::optree {

/// Colours of each stage, by counting loads only. std::invalid_argument if the radices' product is
/// below the number of nodes or a radix below 2.
std::vector<std::int64_t> tree_colours(const RingTask& task,
                                       const std::vector<std::int64_t>& radices);

/// The lightpaths, stage by stage; as many steps as the colours need.
kernels::LightpathSchedule tree_schedule(const RingTask& task,
                                         const std::vector<std::int64_t>& radices);

/// Radices and their steps.
struct TreePlan {
    std::vector<std::int64_t> radices{};
    std::int64_t steps = 0;
    bool possible = true;  ///< false: no tree keeps to the longest lightpath
};

/// The best tree found: the exact one over factorisations, or a ragged one that is better. Ragged
/// trees are a heuristic: radices 2 .. 8 with a product of at most 4 N, ranked by their colours if
/// all groups were equal; the 64 best are counted.
TreePlan best_tree(const RingTask& task);

}  // namespace lightsweep::solvers::optree
