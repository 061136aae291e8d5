#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/computing.hpp"

namespace lightsweep::engine {

/// A task that is still to be done, and what it is expected to cost [s of one core].
struct PendingTask {
    std::uint64_t number = 0;
    float cost = 0;
};

/// Cuts the pending tasks into chunks: the most expensive first, at most about 1 s each and ever
/// smaller (but not below 2 ms) towards the end (a twelfth of what is left, shared by all threads),
/// so that no thread is left alone with much to do. An expensive task is a chunk by itself.
class Dispatcher {
  public:
    explicit Dispatcher(std::vector<PendingTask> tasks);

    /// The next chunk; no tasks in it when all are given out. n_threads: of all ranks.
    Chunk next(int n_threads);
    /// Notes the end of a chunk; returns its estimated cost [s].
    double finish(std::uint64_t id);

    bool all_given() const { return next_ == tasks_.size(); }
    bool all_finished() const { return all_given() && running_.empty(); }
    /// Estimated cost of everything, at the start [s].
    double total_cost() const { return total_cost_; }

  private:
    std::vector<PendingTask> tasks_;  // by falling cost
    std::size_t next_ = 0;
    double total_cost_ = 0, left_ = 0;
    std::uint64_t next_id_ = 1;
    std::map<std::uint64_t, double> running_;
};

/// An estimate that can be used: finite and at least a microsecond.
float usable_cost(double estimate);

}  // namespace lightsweep::engine
