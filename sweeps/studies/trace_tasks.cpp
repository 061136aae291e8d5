#include "sweeps/studies/trace_tasks.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace lightsweep::sweeps {

namespace {

using Start = IterationCosts::Start;
using Task = TaskGraph::Task;
using Sort = TaskGraph::Sort;

constexpr double never = std::numeric_limits<double>::infinity();

/// When a task could begin, its id, its place.
using Key = std::tuple<double, std::uint64_t, std::size_t>;

/// Tasks of one sort in one group whose waits have ended. They wait for the same ranks.
struct Queue {
    std::set<std::pair<std::uint64_t, std::size_t>> now{};  ///< could have begun before, by id
    std::set<Key> later{};
    std::optional<Key> posted{};  ///< the first of them as others know it

    void take(double free) {
        while (!later.empty() && std::get<0>(*later.begin()) <= free) {
            const auto [time, id, task] = *later.begin();
            now.emplace(id, task);
            later.erase(later.begin());
        }
    }
    std::optional<Key> first(double free) const {
        if (!now.empty()) return Key{free, now.begin()->first, now.begin()->second};
        return later.empty() ? std::nullopt : std::optional(*later.begin());
    }
    void erase(const Key& key) {
        const auto [time, id, task] = key;
        if (now.erase({id, task}) == 0) later.erase(key);
    }
};

class TaskLine {
  public:
    TaskLine(const TaskGraph& graph, std::size_t ranks, std::size_t entries, Start start,
             const GroupLine& line_of_group)
        : graph_(graph),
          line_of_group_(line_of_group),
          stands_(graph.groups.size(), start),
          queues_{std::vector<Queue>(graph.groups.size()), std::vector<Queue>(graph.groups.size())},
          free_{std::vector<double>(ranks), std::vector<double>(ranks)},
          left_(graph.tasks.size()),
          followers_from_(graph.tasks.size() + 1),
          ready_(graph.tasks.size()),
          computed_(graph.tasks.size(), -1) {
        line_.begins.assign(entries + 1, never);  // the last place is for tasks of no entry
        line_.computed = line_.begins;
        line_.ends.assign(entries + 1, 0);
        index_followers();
    }
    IterationLine run() {
        for (std::size_t i = 0; i < left_.size(); ++i)
            if (graph_.tasks[i].waits.empty()) release(i);
        while (!open_.empty()) {
            const auto first = *open_.begin();
            auto& queue = queue_of(std::get<2>(first));
            post(queue, graph_.tasks[std::get<2>(first)]);  // its ranks may be free later by now
            if (queue.posted == first) commit(first, queue);
        }
        for (std::size_t e = 0; e < line_.ends.size(); ++e) {
            line_.computed[e] = std::min(line_.computed[e], line_.ends[e]);
            line_.begins[e] = std::min(line_.begins[e], line_.computed[e]);
        }
        for (auto* times : {&line_.begins, &line_.computed, &line_.ends}) times->pop_back();
        return std::move(line_);
    }

  private:
    void index_followers() {
        for (const auto& task : graph_.tasks)
            for (const auto wait : task.waits) ++followers_from_[wait + 1];
        std::partial_sum(followers_from_.begin(), followers_from_.end(), followers_from_.begin());
        followers_.resize(followers_from_.back());
        auto next = followers_from_;
        for (std::size_t i = 0; i < graph_.tasks.size(); ++i) {
            left_[i] = graph_.tasks[i].waits.size();
            for (const auto wait : graph_.tasks[i].waits) followers_[next[wait]++] = i;
        }
    }
    Queue& queue_of(std::size_t i) {
        const auto& task = graph_.tasks[i];
        return queues_[task.sort == Sort::collective][task.group];
    }
    /// When the ranks have ended all such tasks that have begun.
    double free_of(const Task& task) const {
        const auto& free = free_[task.sort == Sort::collective];
        double latest = 0;
        if (free.empty()) return latest;
        for (const auto rank : graph_.groups[task.group])
            latest = std::max(latest, free[static_cast<std::size_t>(rank)]);
        return latest;
    }
    /// Tells the others the first task of the queue; task: any of it.
    void post(Queue& queue, const Task& task) {
        if (queue.posted) open_.erase(*queue.posted);
        const double free = free_of(task);
        queue.take(free);
        queue.posted = queue.first(free);
        if (queue.posted) open_.insert(*queue.posted);
    }
    void commit(const Key& key, Queue& queue) {
        const auto [time, id, i] = key;
        const auto& task = graph_.tasks[i];
        const auto [start, end] =
            task.sort == Sort::collective ? met(i, time) : computed(task, time);
        for (const auto rank : graph_.groups[task.group])
            if (auto& free = free_[task.sort == Sort::collective]; !free.empty())
                free[static_cast<std::size_t>(rank)] = end;
        auto& last = line_.ends[entry_of(task)];
        last = std::max(last, end);
        queue.erase(key);
        post(queue, task);
        pass_on(i, start, end);
    }
    std::pair<double, double> computed(const Task& task, double time) {
        auto& begins = line_.begins[entry_of(task)];
        begins = std::min(begins, time);
        return {time, time + task.compute_time};
    }
    std::pair<double, double> met(std::size_t i, double time) {
        const auto& task = graph_.tasks[i];
        auto& stands = stands_[task.group];
        const double free = free_[1].empty() ? time : free_of(task);
        const auto found = line_of_group_(task.entry, stands, std::max(0.0, ready_[i] - free));
        stands = found.leaves_base ? Start::other : Start::base;
        line_.changes += found.changes;
        auto& computed = line_.computed[entry_of(task)];
        computed = std::min(computed, computed_[i] < 0 ? ready_[i] : computed_[i]);
        return {free + found.start, free + found.end()};
    }
    std::size_t entry_of(const Task& task) const {
        return std::min(task.entry, line_.ends.size() - 1);
    }
    /// All that waits for the task may begin, as far as it waits for nothing else.
    void pass_on(std::size_t i, double start, double end) {
        tell_followers(i, start, end);
        while (!released_.empty()) {
            const auto next = released_.back();
            released_.pop_back();
            release(next);
        }
    }
    void tell_followers(std::size_t i, double start, double end) {
        const auto& task = graph_.tasks[i];
        for (auto at = followers_from_[i]; at < followers_from_[i + 1]; ++at) {
            const auto next = followers_[at];
            const bool beside = task.overlaps && graph_.tasks[next].sort == Sort::computation;
            ready_[next] = std::max(ready_[next], beside ? start : end);
            if (task.sort == Sort::computation) computed_[next] = std::max(computed_[next], end);
            if (task.sort == Sort::joint) computed_[next] = std::max(computed_[next], computed_[i]);
            if (--left_[next] == 0) released_.push_back(next);
        }
    }
    void release(std::size_t i) {
        const auto& task = graph_.tasks[i];
        if (task.sort == Sort::joint) return tell_followers(i, ready_[i], ready_[i]);
        auto& queue = queue_of(i);
        queue.later.emplace(ready_[i], task.id, i);
        post(queue, task);
    }

    const TaskGraph& graph_;
    const GroupLine& line_of_group_;
    std::vector<Start> stands_;      // in every group
    std::vector<Queue> queues_[2];   // of computations, of collectives; by group
    std::vector<double> free_[2];    // likewise, by rank
    std::vector<std::size_t> left_;  // waits that have not ended
    std::vector<std::size_t> followers_from_, followers_{}, released_{};
    std::vector<double> ready_, computed_;  // when all waits, and computations among them, ended
    std::set<Key> open_{};                  // the first of every queue
    IterationLine line_{};
};

}  // namespace

IterationLine line_of_tasks(const TaskGraph& graph, std::size_t ranks, std::size_t entries,
                            Start start, const GroupLine& line_of_group) {
    return TaskLine(graph, ranks, entries, start, line_of_group).run();
}

TaskGraph graph_of(const std::vector<RankedEntry>& entries, std::size_t ranks) {
    TaskGraph graph;
    std::map<std::vector<std::int64_t>, std::size_t> known;
    std::vector<std::optional<std::size_t>> before(ranks);  // every rank's last collective
    for (std::size_t e = 0; e < entries.size(); ++e)
        for (const auto& group : entries[e].groups) {
            const auto [place, is_new] = known.try_emplace(group, graph.groups.size());
            if (is_new) graph.groups.push_back(group);
            Task task{.sort = Sort::computation,
                      .compute_time = entries[e].computation,
                      .group = place->second,
                      .entry = e,
                      .id = e};
            std::set<std::size_t> waits;
            for (const auto rank : group)
                if (auto& last = before[static_cast<std::size_t>(rank)]) waits.insert(*last);
            task.waits.assign(waits.begin(), waits.end());
            graph.tasks.push_back(task);
            task.sort = Sort::collective;
            task.overlaps = entries[e].overlaps;
            task.waits.push_back(graph.tasks.size() - 1);
            for (const auto rank : group)
                before[static_cast<std::size_t>(rank)] = graph.tasks.size();
            graph.tasks.push_back(std::move(task));
        }
    return graph;
}

}  // namespace lightsweep::sweeps
