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

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

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

// Groups of OpTree's tree, stage by stage, for any number of nodes, with the senders and receivers
// of each class (tree_schedule.hpp).
//
// A stage splits a group of g nodes into p = min(radix, g) parts that differ by at most one node.
// Class i holds the i-th node of every part; a part with fewer nodes sends its last node as a
// proxy, which receives and does not send. Check by hand: radix 2 on 5 nodes gives the parts
// {0,1,2} and {3,4}, and the classes {0,3}, {1,4}, {2,4} with the second 4 a proxy.

/// The nodes begin .. end - 1.
struct Group {
    std::int64_t begin, end;

    std::int64_t size() const { return end - begin; }
};

/// Splits a group into min(radix, size) parts of nearly equal size, larger parts first.
std::vector<Group> split_group(const Group& group, std::int64_t radix);

/// Member of a class; a proxy receives and sends nothing.
struct ClassMember {
    std::int64_t node;
    bool proxy;
};
/// One member per part.
using GroupClass = std::vector<ClassMember>;
/// Calls use(members) for every class of a split group, as many as the largest part has nodes.
template <typename Use>
void for_each_class(const std::vector<Group>& parts, const Use& use) {
    GroupClass members(parts.size());
    for (std::int64_t i = 0; i < parts.front().size(); ++i) {
        for (std::size_t part = 0; part < parts.size(); ++part) {
            const auto place = std::min(i, parts[part].size() - 1);
            members[part] = {parts[part].begin + place, place < i};
        }
        use(std::as_const(members));
    }
}

/// The groups of the next stage; the first stage has the group {0 .. N-1} alone.
std::vector<Group> next_stage(const std::vector<Group>& groups, std::int64_t radix);

/// Load of the busiest segment of a group's line in either direction, if every node sends
/// `held[node]` items.
std::int64_t line_load(const std::vector<Group>& parts, const std::vector<std::int64_t>& held);

/// Adds to `held` the items that the nodes of these parts receive in a stage.
void gather_counts(const std::vector<Group>& parts, std::vector<std::int64_t>& held);

}  // namespace lightsweep::solvers::optree
