#pragma once
// Thread pool of one rank: takes chunks of tasks, computes them and hands the records to the
// journal.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/journal/journal_writer.hpp"
#include "engine/journal/manifest.hpp"
#include "engine/journal/workload.hpp"

namespace lightsweep::engine {

/// Some tasks that travel together.
struct Chunk {
    std::uint64_t id = 0;
    std::vector<std::uint64_t> tasks;  ///< numbers; preparation k is the k-th after all tasks

    friend auto fields(Chunk& c) { return std::tie(c.id, c.tasks); }
};

/// What became of a chunk.
struct ChunkReport {
    std::uint64_t id = 0;
    std::uint64_t points = 0, failed = 0;
    double seconds = 0;  ///< of computing and encoding, all threads together
    std::vector<std::pair<std::uint64_t, Preparation>> prepared;
    std::vector<std::string> failures;  ///< a few messages of tasks that threw

    friend auto fields(ChunkReport& r) {
        return std::tie(r.id, r.points, r.failed, r.seconds, r.prepared, r.failures);
    }
};

/// The computing threads of one rank. They take tasks in the order given, compute, encode and hand
/// the records to the journal. Threads without a task are lent to those that have one
/// (Workload::use_idle_threads): never more than `threads` compute. All members may be called by
/// one thread only.
class Computing {
  public:
    Computing(Workload& workload, const TaskSpace& tasks, std::uint64_t identity,
              JournalWriter& journal, int threads);
    /// Waits for running tasks.
    ~Computing();

    void add(Chunk chunk);
    /// Chunks that ended since the last call.
    std::vector<ChunkReport> take_finished();
    /// Forgets tasks that nobody has begun.
    void discard_queued();
    /// From now on the process may use more threads for other work. For when no task comes any
    /// more.
    void lift_limit();
    /// No task is running and none is queued.
    bool idle() const;
    /// What kept a task from being recorded, for instance a lack of memory outside the workload.
    std::optional<std::string> failure() const;
    /// Sums over the threads so far; waiting counts from construction.
    Timing timing() const;

  private:
    struct State;
    struct Call;
    std::unique_ptr<State> state_;
};

// Computes one task or preparation and encodes its result as a journal record.

/// A finished task or preparation, ready for the journal.
struct ComputedTask {
    std::vector<std::byte> record;
    TaskReport report;
    std::string failure;  ///< what it threw, if it threw
    std::vector<std::pair<std::uint64_t, Preparation>>
        prepared;  ///< number and result, if it is one
    double computing_s = 0, encoding_s = 0;
};

/// Computes one task and encodes its columns. An exception of the workload becomes failed points,
/// except Abandoned, which passes through. Any thread.
ComputedTask compute_task(Workload& workload, const TaskSpace& tasks, Task task,
                          std::uint64_t identity);

/// Does one preparation; the workload of this rank adopts the result. Any thread.
ComputedTask compute_preparation(Workload& workload, std::uint64_t preparation,
                                 std::uint64_t identity);

}  // namespace lightsweep::engine
