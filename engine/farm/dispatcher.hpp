#pragma once
// Cuts the pending tasks into chunks, expensive ones first, and tracks which chunks are running.

#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "engine/farm/computing.hpp"

namespace lightsweep::engine {

/// A task that is still to be done, and what it is expected to cost [s of one core]: after the
/// tasks before it, with which it may share work, and alone.
struct PendingTask {
    std::uint64_t number = 0;
    float cost = 0, alone = cost;
    std::uint64_t locality = 0;  ///< Workload::locality
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

/// Cuts the pending tasks into chunks of at most about 1 s, ever smaller (but not below 2 ms)
/// towards the end (a twelfth of what is left, shared by all threads), so that no thread is left
/// alone with much to do. Seconds are those that the finished chunks really took: estimates are
/// often wrong by one factor for all tasks of a sweep. An expensive task is a chunk by itself.
///
/// Preparations come first. Tasks of one locality share work that each rank would do again. They
/// stay with the rank that began them: a rank works on as many localities as it has threads, the
/// most expensive first. A rank for which no new one is left helps with the one that has most left,
/// unless the shared work would take it longer than its owner needs for the rest.
class Dispatcher {
  public:
    explicit Dispatcher(PendingWork work);

    /// The next chunk for a rank with so many threads. It is empty if nothing can begin, or if all
    /// that is left is better done by the ranks that began it. n_threads: of all ranks.
    Chunk next(int n_threads, int rank = 0, int threads = 1);
    /// Notes the end of a chunk and the seconds that it took; returns its estimated cost [s].
    double finish(std::uint64_t id, double seconds);
    /// Seconds that a chunk which runs will take, as far as is known.
    double expected_seconds(std::uint64_t id) const {
        return running_.at(id).cost * taken_s_ / estimated_s_;
    }
    /// Notes the end of a preparation: tasks that waited for it alone can begin.
    void prepared(std::size_t preparation);

    bool all_given() const { return !can_begin() && n_waiting_ == 0; }
    bool all_finished() const { return all_given() && running_.empty(); }
    /// Whether some task can begin.
    bool can_begin() const { return next_ < preparations_.size() || !units_.empty(); }
    /// Preparations at the start.
    std::size_t preparations() const { return preparations_.size(); }
    /// Estimated cost of everything, at the start [s].
    double total_cost() const { return total_cost_; }

  private:
    /// The tasks of one locality that can begin and are not given out. Never empty.
    struct Unit {
        std::vector<PendingTask> tasks;  // by rising cost alone: the last one is next
        double left = 0;                 // their cost
        bool begun = false;
    };
    struct Waiting {
        PendingTask task;
        std::size_t missing;
    };
    /// A unit that a rank has begun, and its chunks of it that are running.
    struct Held {
        std::uint64_t unit;
        int running;
    };
    struct Running {
        double cost;
        int rank;
        std::uint64_t unit;
    };
    struct MoreLeft {
        using Entry = std::pair<double, std::uint64_t>;
        bool operator()(const Entry& a, const Entry& b) const {
            return a.first != b.first ? a.first > b.first : a.second < b.second;
        }
    };
    using ByCost = std::set<std::pair<double, std::uint64_t>, MoreLeft>;
    ByCost& list_of(const Unit& unit) { return unit.begun ? begun_ : new_; }
    /// Takes what finds no place in a unit yet.
    void add(const PendingTask& task);
    /// The unit that the rank should go on with, or null; others: also one that others have begun.
    std::uint64_t choose(int rank, int threads, bool others);
    /// Moves tasks of a unit into the chunk while `fits` says so.
    template <class Fits>
    void take(std::uint64_t key, const Fits& fits, Chunk& chunk, double& cost);

    std::vector<PendingTask> preparations_;  // by falling cost
    std::size_t next_ = 0;                   // of the preparations
    std::unordered_map<std::uint64_t, Unit> units_;
    ByCost new_, begun_;
    std::map<int, std::vector<Held>> held_;  // by rank
    std::vector<Waiting> waiting_;
    std::multimap<std::size_t, std::size_t> waiting_for_;  // preparation -> place in waiting_
    std::size_t n_waiting_ = 0;
    double total_cost_ = 0, left_ = 0;
    double taken_s_ = 1, estimated_s_ = 1;  // of chunks that ended lately
    std::uint64_t next_id_ = 1;
    std::map<std::uint64_t, Running> running_;
};

/// An estimate that can be used: finite and at least a microsecond.
float usable_cost(double estimate);

}  // namespace lightsweep::engine
