#pragma once
// The groups of a ragged tree, stage by stage, and who sends to whom (tree_schedule.hpp).

#include <cstdint>
#include <functional>
#include <vector>

namespace lightsweep::solvers::optree {

/// Nodes begin .. end - 1.
struct Group {
    std::int64_t begin, end;

    std::int64_t size() const { return end - begin; }
};

/// Parts of nearly equal size, the larger first.
std::vector<Group> split_group(const Group& group, std::int64_t radix);

/// One class: a node per part; those that are proxies send nothing.
struct ClassMember {
    std::int64_t node;
    bool proxy;
};
using GroupClass = std::vector<ClassMember>;
std::vector<GroupClass> classes_of(const std::vector<Group>& parts);

/// The stage's groups: begin with {0 .. N-1}.
struct TreeLevel {
    std::vector<Group> groups;

    /// Groups of the next level.
    TreeLevel next(std::int64_t radix) const;
};

/// Busiest segment of a group's line in either direction if every node sends `held[node]` items.
std::int64_t line_load(const std::vector<Group>& parts, const std::vector<std::int64_t>& held);

/// Items that nodes hold after a stage.
void gather_counts(const std::vector<Group>& parts, std::vector<std::int64_t>& held);

}  // namespace lightsweep::solvers::optree
