#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/computing.hpp"
#include "engine/farm.hpp"
#include "engine/journal_writer.hpp"
#include "engine/manifest.hpp"

namespace lightsweep::engine {

/// The computing side of one rank: its threads and its journal file.
class Worker {
  public:
    /// Opens the journal file of this process and notes the start in it; rank 0 notes the manifest
    /// too. Throws IoError.
    Worker(Workload& workload, const RunOptions& options, Start process);

    void adopt(std::size_t number, const Preparation& result) { workload_.adopt(number, result); }
    void add(Chunk chunk) { computing_.add(std::move(chunk)); }
    std::vector<ChunkReport> take_finished() { return computing_.take_finished(); }
    /// What went wrong with the journal or with memory.
    std::optional<std::string> failure() const;
    /// No more tasks: forgets queued ones.
    void stop();
    /// True when the running tasks have ended, or the grace period after stop() has.
    bool may_close() const;
    /// Commits everything, with the times of this process. Returns failure().
    std::optional<std::string> close();
    /// Some task outlived the grace period: the process must not unwind.
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

/// Computing threads for this rank: the wish, or the cores it may use, shared with the ranks beside
/// it when none of them is bound to cores.
int choose_threads(int wish, int ranks_on_this_host);
std::string this_host();

}  // namespace lightsweep::engine
