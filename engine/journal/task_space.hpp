#pragma once
// Numbers of the tasks of a layout, and the shards of a sweep.

#include <cstdint>
#include <vector>

#include "engine/journal/layout.hpp"
#include "engine/journal/workload.hpp"

namespace lightsweep::engine {

/// Numbers the tasks of a layout 0 .. size()-1: group after group, arrays first, and by index
/// within a group. Shards and journals use these numbers.
class TaskSpace {
  public:
    /// Keeps a reference: the layout must outlive this object.
    explicit TaskSpace(const Layout& layout);

    std::uint64_t size() const { return first_.back(); }
    Task task(std::uint64_t number) const;
    std::uint64_t number(Task task) const { return first_[task.group] + task.index; }
    /// False for a group or an index outside the layout.
    bool contains(Task task) const;
    bool is_ragged(Task task) const { return task.group >= layout_.arrays.size(); }
    const Layout& layout() const { return layout_; }

    const ArrayGroup& array(Task task) const { return layout_.arrays[task.group]; }
    const RaggedGroup& ragged(Task task) const {
        return layout_.ragged[task.group - layout_.arrays.size()];
    }
    const std::vector<Column>& columns(Task task) const;

    /// Index of the first point of a tile along each axis.
    std::vector<std::size_t> origin(Task task) const;
    /// Existing points of a tile along each axis; at the edges fewer than the chunk has.
    std::vector<std::size_t> extent(Task task) const;
    /// Existing points of a tile; 1 for a list.
    std::size_t points(Task task) const;

  private:
    const Layout& layout_;
    std::vector<std::uint64_t> first_;  // per group, and one past the end
};

/// Part i of n of a sweep: the tasks whose number modulo n is index - 1. {1, 1} is the whole sweep.
struct Shard {
    int index = 1, count = 1;

    bool holds(std::uint64_t number) const {
        return number % static_cast<std::uint64_t>(count) == static_cast<std::uint64_t>(index - 1);
    }
    /// Whether 1 <= index <= count.
    bool valid() const { return 1 <= index && index <= count; }
    /// How many of `n_tasks` tasks are in this part.
    std::uint64_t part_of(std::uint64_t n_tasks) const {
        const auto parts = static_cast<std::uint64_t>(count);
        return (n_tasks + parts - static_cast<std::uint64_t>(index)) / parts;
    }
    bool whole() const { return count == 1; }
    std::string name() const { return std::to_string(index) + "/" + std::to_string(count); }
    bool operator==(const Shard&) const = default;
};

}  // namespace lightsweep::engine
