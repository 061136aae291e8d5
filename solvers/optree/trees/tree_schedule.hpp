#pragma once
// OpTree's tree as lightpaths, for any number of nodes and any radices (OpTree, section 3).
//
// Groups are ranges of nodes. A stage splits each group of g nodes into p = min(radix, g) parts of
// nearly equal size, larger parts first. Class i is the i-th node of every part; a shorter part is
// represented by its last node, which then only receives. Every member sends all items that it held
// at the start of the stage to every other member of its class. So each part, like its group
// before, holds every item exactly once: no item is lost or sent twice. (Without such proxies, as
// in the paper, items are lost where groups are unequal.)
//
// Wavelengths: the first stage uses the ring's one-stage assignment on the p members, where the
// antipodal tilings of all classes alternate between the directions. Later stages colour the
// intervals on their group's line with as many colours as the busiest segment has.

#include "kernels/wdm/lightpath_schedule.hpp"
#include "solvers/optree/windows/radix_program.hpp"

namespace lightsweep::solvers::optree {

/// Number of colours of each stage, from loads only. Throws std::invalid_argument if the radices'
/// product is below the number of nodes or a radix is below 2.
std::vector<std::int64_t> tree_colours(const RingTask& task,
                                       const std::vector<std::int64_t>& radices);

/// The lightpaths, stage by stage, in as many steps as the colours need.
kernels::LightpathSchedule tree_schedule(const RingTask& task,
                                         const std::vector<std::int64_t>& radices);

/// A tree: its radices and its number of steps.
struct TreeConstruction {
    std::vector<std::int64_t> radices{};
    std::int64_t steps = 0;
    bool possible = true;  ///< false: no tree respects the longest lightpath
};

/// The best tree that is found: the exact one over factorisations, or a better ragged one. Ragged
/// trees are a heuristic: radices 2 .. 8 with a product of at most 4 N, ranked by their colours as
/// if all groups were equal; the 64 best are counted exactly.
TreeConstruction best_tree(const RingTask& task);

}  // namespace lightsweep::solvers::optree
