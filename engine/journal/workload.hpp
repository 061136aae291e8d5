#pragma once
// Workload: the interface between the engine and the code that computes the points.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/journal/layout.hpp"

namespace lightsweep::engine {

// Result of a preparation, the work that several tasks share.

/// Result of a preparation: bytes in the workload's own format, or the reason for the failure.
struct Preparation {
    std::string key;  ///< its preparation_key(); journaled bytes with another key are dropped
    std::string bytes;
    std::string failure;  ///< message of the exception from prepare(); empty on success

    friend auto fields(Preparation& p) { return std::tie(p.key, p.bytes, p.failure); }
};

/// One unit of work.
///
/// group   position in the layout: arrays first, then ragged groups
/// index   chunk number, row-major over the group's chunk grid; or the row of a ragged group,
///         row-major over its axes
struct Task {
    std::uint32_t group = 0;
    std::uint64_t index = 0;
};

/// Result of a task: number of rows written, and of failed rows among them (their status column
/// gives the reason). A failed row turns the exit code of a run into 4.
struct TaskReport {
    std::size_t points = 0;
    std::size_t failed = 0;
};

/// The buffers of one chunk, filled with each column's fill value in advance.
///
/// Every buffer covers a whole chunk, row-major in the group's chunk shape, 64-byte aligned. At the
/// edge of the array only `extent` points along each axis exist; values written to the padding are
/// never read. With a width above 1 the elements of one point are contiguous.
struct Tile {
    const ArrayGroup* group = nullptr;
    std::vector<std::size_t> origin;  ///< index of the first point along each axis
    std::vector<std::size_t> extent;  ///< existing points along each axis
    std::vector<std::span<std::byte>> columns;

    /// Elements of a column, width included. The type must match the column.
    std::span<double> f64(std::size_t column) const { return view<double>(column); }
    std::span<std::int32_t> i32(std::size_t column) const { return view<std::int32_t>(column); }
    std::span<std::int8_t> i8(std::size_t column) const { return view<std::int8_t>(column); }
    std::span<std::uint64_t> u64(std::size_t column) const { return view<std::uint64_t>(column); }

    /// Position in the buffers of the point with this index within the tile (each below extent).
    /// Multiply by the width for a column with a trailing dimension.
    std::size_t offset(std::span<const std::size_t> index) const;
    /// Number of existing points: the product of the extents.
    std::size_t points() const;

  private:
    template <class T>
    std::span<T> view(std::size_t column) const {
        const auto bytes = columns[column];
        return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
    }
};

/// The list of one point of a ragged group, one buffer per column. In the end all columns must have
/// the same number of elements (times their width).
struct RaggedRow {
    std::vector<std::vector<std::byte>> columns;

    /// Appends an element to this column and to each of those behind it; the types must be the
    /// columns' own (double, int32_t, int8_t, uint64_t).
    template <class... T>
    void append(std::size_t column, const T&... values) {
        const auto add = [&](const auto& value) {
            const auto* bytes = reinterpret_cast<const std::byte*>(&value);
            columns[column].insert(columns[column].end(), bytes, bytes + sizeof value);
            ++column;
        };
        (add(values), ...);
    }
    /// Replaces the content of a column.
    template <class T>
    void assign(std::size_t column, std::span<const T> values) {
        const auto bytes = std::as_bytes(values);
        columns[column].assign(bytes.begin(), bytes.end());
    }
};

/// The computing threads of a rank that have no task: borrow(n) takes up to n of them and says how
/// many it took, borrow(-n) gives n back. It may be called from any thread and never waits.
using BorrowThreads = std::function<int(int)>;

/// What the engine computes: tasks laid out over arrays. compute_*, fail_*, prepare and adopt are
/// called concurrently from computing threads; everything else from one thread at a time. Every
/// rank holds an equal Workload. Results may depend on the task only: not on the rank, the thread
/// or the order.
class Workload {
  public:
    virtual ~Workload();

    /// The layout; constant during the life of the workload.
    virtual const Layout& layout() const = 0;

    /// Equal if and only if the results are equal; resuming and merging require it.
    virtual std::string fingerprint() const = 0;

    /// Estimated seconds of one core for this task alone, for the order: most expensive first.
    virtual double estimate(Task task) const = 0;
    /// A function to be called for one task after the other, in order of their numbers: what each
    /// takes [s of one core] beyond the work that it shares with tasks before it. Default:
    /// estimate().
    virtual std::function<double(Task)> estimates_in_order() const;

    /// Tasks of equal locality share work that a rank keeps. The farm leaves them to one rank while
    /// others have enough to do. 0, the default: shares nothing.
    virtual std::uint64_t locality(Task task) const;

    /// Number of preparations: expensive work that tasks share. Each preparation is a task of the
    /// farm. It is done once per sweep by some thread, journaled, and handed to every rank (adopt)
    /// before the first task there that needs it. Default: none.
    virtual std::size_t n_preparations() const;
    /// Name of the prepared data; equal keys must mean equal bytes.
    virtual std::string preparation_key(std::size_t preparation) const;
    /// Estimated seconds of one core.
    virtual double preparation_estimate(std::size_t preparation) const;
    /// The preparations that a task needs. Default: none.
    virtual std::vector<std::size_t> needs(Task task) const;
    /// Does the work; its exception becomes the failure that every rank adopts.
    virtual std::string prepare(std::size_t preparation);
    /// Takes a result over; called at least once on every rank that computes a task which needs it.
    virtual void adopt(std::size_t preparation, const Preparation& result);

    /// From now on tasks may borrow threads for their own loops; not if `borrow` is null. Default:
    /// no task does.
    virtual void use_idle_threads(BorrowThreads borrow);

    /// Fills the existing points of a tile. Default: leaves the fill values.
    virtual TaskReport compute_tile(Task task, Tile& tile);

    /// Makes one list. Default: an empty one.
    virtual TaskReport compute_row(Task task, RaggedRow& row);

    /// Called after compute_tile threw `what`: marks the rows as failed. The tile has its fill
    /// values again, and the engine counts all its points as failed. Default: leaves the fill
    /// values.
    virtual void fail_tile(Task task, const std::string& what, Tile& tile);

    /// Called after compute_row threw, with an empty row. Default: leaves it empty.
    virtual void fail_row(Task task, const std::string& what, RaggedRow& row);
};

}  // namespace lightsweep::engine
