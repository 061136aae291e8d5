#pragma once
// Management of a run: the messages between ranks, rank 0, which distributes chunks to the ranks
// and decides when the run ends, and the ranks that work for it.

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/farm/computing.hpp"
#include "engine/farm/dispatcher.hpp"
#include "engine/farm/farm.hpp"
#include "engine/farm/feeding.hpp"
#include "engine/farm/mpi.hpp"
#include "engine/farm/progress.hpp"
#include "engine/journal/archive.hpp"
#include "engine/journal/journal_writer.hpp"
#include "engine/journal/manifest.hpp"

namespace lightsweep::engine {

// Messages between rank 0 and the other ranks: their tags, and their content as bytes.

/// Tags of the messages between rank 0 and the others.
enum Tag : int {
    tag_hello = 1,  ///< to 0: threads of this rank; it can take chunks
    tag_prepared,   ///< from 0: number of a preparation, and the Preparation
    tag_chunk,      ///< from 0: a Chunk
    tag_report,     ///< to 0: a ChunkReport
    tag_failure,    ///< to 0: text; the run cannot go on
    tag_stop_wish,  ///< to 0: a signal came here
    tag_stop,       ///< from 0: no more tasks
    tag_closed,     ///< to 0: the journal is closed; text of a failure or empty
    tag_exit,       ///< from 0: the exit code
};

// Computing side of one rank: its thread pool together with its journal file.

/// The threads of one rank and its journal file. Chunks go in by add(), reports come out by
/// take_finished(); stop(), may_close() and close() end it in this order.
class Worker {
  public:
    /// Opens the journal file of this process and records the start in it; rank 0 also records the
    /// manifest. Throws IoError.
    Worker(Workload& workload, const RunOptions& options, Start process);

    void adopt(std::size_t number, const Preparation& result) { workload_.adopt(number, result); }
    void add(Chunk chunk) { computing_.add(std::move(chunk)); }
    std::vector<ChunkReport> take_finished() { return computing_.take_finished(); }
    /// The first failure of the journal or of memory, if any.
    std::optional<std::string> failure() const;
    /// Takes no more tasks, and drops the queued ones.
    void stop();
    /// True if the running tasks have ended, or if the grace period after stop() is over.
    bool may_close() const;
    /// Commits all records, with the times of this process. Returns failure().
    std::optional<std::string> close();
    /// Whether some task has outlived the grace period; the process must then not unwind its stack.
    bool has_abandoned() const { return !computing_.idle(); }

  private:
    Workload& workload_;
    Start process_;
    double grace_s_;
    TaskSpace tasks_;
    std::uint64_t identity_;
    std::chrono::steady_clock::time_point stopped_;
    JournalWriter journal_;
    Computing computing_;  // after the journal: its tasks write to it
};

/// The management on rank 0: gives out chunks, hands over the preparations that
/// they need, and decides when the run ends.
class Foreman {
  public:
    /// local: the computing side of rank 0 itself, which gets its chunks without MPI.
    /// prepared: what earlier runs left.
    Foreman(Mpi& mpi, Worker& local, const Workload& workload, Dispatcher& dispatcher,
            Progress& progress, std::map<std::size_t, Preparation> prepared);

    /// A rank with so many computing threads can take chunks.
    void enlist(int rank, int threads);
    void receive(const Message& message);
    /// Takes results and failures of rank 0 itself; true if there were results.
    bool look_at_local();
    /// Sends chunks to every rank that has room.
    void feed();
    /// Ends the run early; the first reason counts. failure: exit code 3, else resumable.
    void stop(const std::string& reason, bool failure);

    /// Nothing left to do, or stopped.
    bool over() const { return stopped_ || dispatcher_.all_finished(); }
    bool failed() const { return failed_; }
    const std::string& reason() const { return reason_; }

  private:
    void take_report(int rank, const ChunkReport& report);
    void give(int rank, Chunk chunk);
    void hand_over(int rank, const Chunk& chunk);

    Mpi& mpi_;
    Worker& local_;
    const Workload& workload_;
    TaskSpace tasks_;
    Dispatcher& dispatcher_;
    Progress& progress_;
    Feeding feeding_;
    std::vector<std::set<std::size_t>> held_;  // preparations that a rank holds
    std::map<std::size_t, Preparation> prepared_;
    int failures_shown_ = 0;
    bool stopped_ = false, failed_ = false;
    std::string reason_;
};

}  // namespace lightsweep::engine
