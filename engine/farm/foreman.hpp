#pragma once
// Management of a run on rank 0: distributes chunks to the ranks and decides when the run ends.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/farm/dispatcher.hpp"
#include "engine/farm/messages.hpp"
#include "engine/farm/mpi.hpp"
#include "engine/farm/progress.hpp"
#include "engine/farm/worker.hpp"

namespace lightsweep::engine {

/// The management on rank 0: gives out chunks, keeps one in hand per rank beyond its threads, and
/// decides when the run ends.
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
    struct Rank {
        int threads = 0;
        int chunks = 0;                  // given and not reported
        std::set<std::size_t> prepared;  // preparations that it holds
    };
    void take_report(int rank, const ChunkReport& report);
    void give(int rank, Chunk chunk);
    void hand_over(int rank, const Chunk& chunk);

    Mpi& mpi_;
    Worker& local_;
    const Workload& workload_;
    TaskSpace tasks_;
    Dispatcher& dispatcher_;
    Progress& progress_;
    std::vector<Rank> ranks_;
    std::map<std::size_t, Preparation> prepared_;
    int n_threads_ = 0;
    int failures_shown_ = 0;
    bool stopped_ = false, failed_ = false;
    std::string reason_;
};

}  // namespace lightsweep::engine
