#pragma once
// Cuts the pending tasks into chunks, expensive ones first, and tracks which chunks are running.

#include <cstdint>
#include <map>
#include <queue>
#include <vector>

#include "engine/farm/computing.hpp"

namespace lightsweep::engine {

/// A task that is still to be done, and what it is expected to cost [s of one core]: after the
/// tasks before it, with which it may share work, and alone.
struct PendingTask {
    std::uint64_t number = 0;
    float cost = 0, alone = cost;
};

/// A task that cannot begin before some preparations are done.
struct WaitingTask {
    PendingTask task;
    std::vector<std::size_t> needs;
};

/// Everything that is still to be done.
struct PendingWork {
    std::vector<PendingTask> preparations, tasks;
    std::vector<WaitingTask> waiting;
};

/// Cuts the pending tasks into chunks: preparations before all others, then the most expensive
/// first, at most about 1 s each and ever smaller (but not below 2 ms) towards the end (a twelfth
/// of what is left, shared by all threads), so that no thread is left alone with much to do. An
/// expensive task is a chunk by itself. Seconds are those that the finished chunks really took:
/// estimates are often wrong by one factor for all tasks of a sweep.
class Dispatcher {
  public:
    explicit Dispatcher(PendingWork work);

    /// The next chunk; no tasks in it when all that can begin are given out. n_threads: of all
    /// ranks.
    Chunk next(int n_threads);
    /// Notes the end of a chunk and the seconds that it took; returns its estimated cost [s].
    double finish(std::uint64_t id, double seconds);
    /// Notes the end of a preparation: tasks that waited for it alone can begin.
    void prepared(std::size_t preparation);

    bool all_given() const { return next_ == tasks_.size() && freed_.empty() && n_waiting_ == 0; }
    bool all_finished() const { return all_given() && running_.empty(); }
    /// Preparations among the tasks, at the start.
    std::size_t preparations() const { return n_preparations_; }
    /// Estimated cost of everything, at the start [s].
    double total_cost() const { return total_cost_; }

  private:
    struct Cheaper {
        bool operator()(const PendingTask& a, const PendingTask& b) const {
            return a.alone != b.alone ? a.alone < b.alone : a.number > b.number;
        }
    };
    struct Waiting {
        PendingTask task;
        std::size_t missing;
    };
    /// The next task that can begin, or null.
    const PendingTask* front() const;
    void pop();

    std::vector<PendingTask> tasks_;  // preparations, then by falling cost alone
    std::size_t next_ = 0, n_preparations_ = 0;
    std::priority_queue<PendingTask, std::vector<PendingTask>, Cheaper> freed_;
    std::vector<Waiting> waiting_;
    std::multimap<std::size_t, std::size_t> waiting_for_;  // preparation -> place in waiting_
    std::size_t n_waiting_ = 0;
    double total_cost_ = 0, left_ = 0;
    double taken_s_ = 1, estimated_s_ = 1;  // of chunks that ended lately
    std::uint64_t next_id_ = 1;
    std::map<std::uint64_t, double> running_;
};

/// An estimate that can be used: finite and at least a microsecond.
float usable_cost(double estimate);

}  // namespace lightsweep::engine
