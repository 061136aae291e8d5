#include "engine/farm/computing.hpp"

#include <chrono>
#include <memory>
#include <new>
#include <stdexcept>

#include "engine/farm/stopping.hpp"
#include "engine/journal/codec.hpp"
#include "engine/journal/manifest.hpp"
#include "engine/journal/record.hpp"

namespace lightsweep::engine {
namespace {

constexpr std::align_val_t alignment{64};

double seconds_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

// Aligned memory for one tile at a time, kept by its thread: new memory for every tile would be
// new pages for every tile.
class TileMemory {
  public:
    std::byte* reserve(std::size_t bytes) {
        if (bytes > size_) {
            buffer_.reset(new (alignment) std::byte[bytes]);
            size_ = bytes;
        }
        return buffer_.get();
    }

  private:
    struct Release {
        void operator()(std::byte* buffer) const { ::operator delete[](buffer, alignment); }
    };
    std::unique_ptr<std::byte[], Release> buffer_;
    std::size_t size_ = 0;
};

std::size_t aligned(std::size_t bytes) {
    constexpr auto unit = static_cast<std::size_t>(alignment);
    return (bytes + unit - 1) / unit * unit;
}

// A tile in its thread's memory: one at a time per thread.
class OwnedTile {
  public:
    OwnedTile(const TaskSpace& tasks, Task task) {
        thread_local TileMemory memory;
        const ArrayGroup& group = tasks.array(task);
        tile_.group = &group;
        tile_.origin = tasks.origin(task);
        tile_.extent = tasks.extent(task);
        const std::size_t points = product(group.chunk);
        std::size_t total = 0;
        for (const auto& column : group.columns) total += aligned(points * column.point_bytes());
        std::byte* next = memory.reserve(total);
        for (const auto& column : group.columns) {
            tile_.columns.emplace_back(next, points * column.point_bytes());
            next += aligned(points * column.point_bytes());
        }
        prefill();
    }
    void prefill() {
        for (std::size_t c = 0; c < tile_.columns.size(); ++c)
            fill(tile_.group->columns[c], tile_.columns[c]);
    }
    Tile& tile() { return tile_; }

  private:
    Tile tile_;
};

// Runs an action of the workload; what it throws becomes text.
template <class Action>
std::string message_of(Action action) {
    try {
        action();
        return "";
    } catch (const Abandoned&) {
        throw;
    } catch (const std::exception& error) {
        return *error.what() ? error.what() : "an exception without a message";
    } catch (...) {
        return "an exception of unknown type";
    }
}

RecordHead head_of(Task task, RecordKind kind, std::uint64_t identity, std::uint64_t rows,
                   std::uint64_t failed) {
    RecordHead head;
    head.kind = kind;
    head.identity = identity;
    head.task = task;
    head.rows = rows;
    head.failed = failed;
    return head;
}

ComputedTask compute_tile(Workload& workload, const TaskSpace& tasks, Task task,
                          std::uint64_t identity) {
    const double start = seconds_now();
    ComputedTask done;
    OwnedTile owned(tasks, task);
    done.failure = message_of([&] { done.report = workload.compute_tile(task, owned.tile()); });
    if (!done.failure.empty()) {
        owned.prefill();
        done.report = {owned.tile().points(), owned.tile().points()};
        message_of([&] { workload.fail_tile(task, done.failure, owned.tile()); });
    }
    const double computed = seconds_now();
    std::vector<Encoded> columns;
    for (std::size_t c = 0; c < owned.tile().columns.size(); ++c)
        columns.push_back(
            encode(owned.tile().columns[c], size_of(tasks.array(task).columns[c].type)));
    const auto head =
        head_of(task, RecordKind::tile, identity, owned.tile().points(), done.report.failed);
    done.record = make_record(head, join_columns(columns));
    done.computing_s = computed - start;
    done.encoding_s = seconds_now() - computed;
    return done;
}

// Elements of the list; throws when the columns disagree.
std::uint64_t length_of(const RaggedRow& row, const std::vector<Column>& columns) {
    const std::uint64_t n = row.columns[0].size() / columns[0].point_bytes();
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (row.columns.size() != columns.size() ||
            row.columns[c].size() != n * columns[c].point_bytes())
            throw std::logic_error("column " + columns[c].name + " has " +
                                   std::to_string(row.columns[c].size()) + " bytes, not " +
                                   std::to_string(n * columns[c].point_bytes()) +
                                   ": give every column as many elements as " + columns[0].name);
    return n;
}

ComputedTask compute_row(Workload& workload, const TaskSpace& tasks, Task task,
                         std::uint64_t identity) {
    const double start = seconds_now();
    const auto& columns = tasks.columns(task);
    ComputedTask done;
    RaggedRow row{std::vector<std::vector<std::byte>>(columns.size())};
    std::uint64_t n = 0;
    done.failure = message_of([&] {
        done.report = workload.compute_row(task, row);
        n = length_of(row, columns);
    });
    if (!done.failure.empty()) {
        row.columns.assign(columns.size(), {});
        done.report = {1, 1};
        const auto worse = message_of([&] {
            workload.fail_row(task, done.failure, row);
            n = length_of(row, columns);
        });
        if (!worse.empty()) row.columns.assign(columns.size(), {});
        if (!worse.empty()) n = 0;
    }
    const double computed = seconds_now();
    std::vector<Encoded> encoded;
    for (std::size_t c = 0; c < columns.size(); ++c)
        encoded.push_back(encode(row.columns[c], size_of(columns[c].type)));
    done.record = make_record(head_of(task, RecordKind::row, identity, n, done.report.failed),
                              join_columns(encoded));
    done.computing_s = computed - start;
    done.encoding_s = seconds_now() - computed;
    return done;
}

}  // namespace

ComputedTask compute_task(Workload& workload, const TaskSpace& tasks, Task task,
                          std::uint64_t identity) {
    return tasks.is_ragged(task) ? compute_row(workload, tasks, task, identity)
                                 : compute_tile(workload, tasks, task, identity);
}

ComputedTask compute_preparation(Workload& workload, std::uint64_t preparation,
                                 std::uint64_t identity) {
    const double start = seconds_now();
    Preparation result{workload.preparation_key(preparation), {}, {}};
    result.failure = message_of([&] { result.bytes = workload.prepare(preparation); });
    workload.adopt(preparation, result);
    ComputedTask done;
    done.record = make_record(head_of({0, preparation}, RecordKind::preparation, identity, 0, 0),
                              packed(result));
    if (!result.failure.empty()) done.failure = result.key + ": " + result.failure;
    done.prepared.emplace_back(preparation, std::move(result));
    done.computing_s = seconds_now() - start;
    return done;
}

}  // namespace lightsweep::engine
