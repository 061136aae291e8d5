#pragma once
// Journal records besides results: manifest, start and timing of each process, as bytes by packed()
// and unpacked() of archive.hpp.

#include <cstdint>
#include <string>
#include <vector>

#include "engine/journal/archive.hpp"
#include "engine/journal/layout.hpp"
#include "engine/journal/workload.hpp"

namespace lightsweep::engine {

// Numbers of the tasks of a layout, and the shards of a sweep.

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

    /// Index of the first point of a tile along each axis; of a list, its place.
    std::vector<std::size_t> origin(Task task) const;
    /// Existing points of a tile along each axis, at the edges fewer than the chunk has; 1 for a
    /// list.
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
    friend auto fields(Shard& s) { return std::tie(s.index, s.count); }
};

/// Identity and layout of a journal's sweep: enough to finalize without the workload.
struct Manifest {
    std::string fingerprint;
    Shard shard;
    Layout layout;

    friend auto fields(Manifest& m) { return std::tie(m.fingerprint, m.shard, m.layout); }
};

/// One process that wrote to the journal.
struct Start {
    std::uint32_t generation = 0;  ///< counts the runs on one journal, from 0
    std::int32_t rank = 0, ranks = 1, threads = 1;
    std::string host;
    bool operator==(const Start&) const = default;
    friend auto fields(Start& s) {
        return std::tie(s.generation, s.rank, s.ranks, s.threads, s.host);
    }
};

/// Times of a process, written when it ended in order.
struct Timing {
    Start process;
    double computing_s = 0, encoding_s = 0, waiting_s = 0;  ///< summed over its threads
    std::uint64_t tasks = 0;

    friend auto fields(Timing& t) {
        return std::tie(t.process, t.computing_s, t.encoding_s, t.waiting_s, t.tasks);
    }
};

/// A 64-bit hash of fingerprint and structure (paths, axes, columns, chunks; no attributes). Every
/// journal record carries it, so that a record of another sweep is never taken.
std::uint64_t identity_of(const std::string& fingerprint, const Layout& layout);

/// The value as 16 hex digits.
std::string to_hex(std::uint64_t value);

}  // namespace lightsweep::engine
