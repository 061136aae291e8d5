#pragma once
// Groups of OpTree's tree, stage by stage, for any number of nodes, with the senders and receivers
// of each class (tree_schedule.hpp).
//
// A stage splits a group of g nodes into p = min(radix, g) parts that differ by at most one node.
// Class i holds the i-th node of every part; a part with fewer nodes sends its last node as a
// proxy, which receives and does not send. Check by hand: radix 2 on 5 nodes gives the parts
// {0,1,2} and {3,4}, and the classes {0,3}, {1,4}, {2,4} with the second 4 a proxy.

#include <cstdint>
#include <vector>

namespace lightsweep::solvers::optree {

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
/// The classes of a split group, as many as the largest part has nodes.
std::vector<GroupClass> classes_of(const std::vector<Group>& parts);

/// The groups of the next stage; the first stage has the group {0 .. N-1} alone.
std::vector<Group> next_stage(const std::vector<Group>& groups, std::int64_t radix);

/// Load of the busiest segment of a group's line in either direction, if every node sends
/// `held[node]` items.
std::int64_t line_load(const std::vector<Group>& parts, const std::vector<std::int64_t>& held);

/// Adds to `held` the items that the nodes of these parts receive in a stage.
void gather_counts(const std::vector<Group>& parts, std::vector<std::int64_t>& held);

}  // namespace lightsweep::solvers::optree
