#pragma once
// Computing side of one rank: its thread pool together with its journal file.

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/farm/computing.hpp"
#include "engine/farm/farm.hpp"
#include "engine/journal/journal_writer.hpp"
#include "engine/journal/manifest.hpp"

namespace lightsweep::engine {

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

/// Number of computing threads of this rank: the number asked for, or the cores that it may use. If
/// no rank on the host is bound to cores, the ranks share them.
int choose_threads(int wish, int ranks_on_this_host);

}  // namespace lightsweep::engine
