#include "kernels/training/task_graph.hpp"

#include <algorithm>
#include <cmath>
#include <queue>
#include <stdexcept>
#include <string>

namespace lightsweep::kernels {

namespace {

std::string fault_of(const Task& task, std::size_t n_tasks) {
    if (!(task.seconds >= 0) || std::isinf(task.seconds))
        return ".seconds = " + std::to_string(task.seconds) + ": must be finite and >= 0";
    if (task.resource < 0) return ".resource = " + std::to_string(task.resource) + ": must be >= 0";
    for (const std::size_t before : task.after)
        if (before >= n_tasks)
            return ".after: there is no task " + std::to_string(before) + "; name tasks in 0.." +
                   std::to_string(n_tasks - 1);
    return {};
}

void require_tasks(std::span<const Task> tasks) {
    for (std::size_t i = 0; i < tasks.size(); ++i)
        if (const auto fault = fault_of(tasks[i], tasks.size()); !fault.empty())
            throw std::invalid_argument("tasks[" + std::to_string(i) + "]" + fault);
}

class Simulation {
  public:
    explicit Simulation(std::span<const Task> tasks)
        : tasks_(tasks), waits_for_(tasks.size(), 0), first_(tasks.size() + 1, 0) {
        int resources = 0;
        for (const Task& task : tasks) {
            resources = std::max(resources, task.resource + 1);
            for (const std::size_t before : task.after) ++first_[before + 1];
        }
        for (std::size_t i = 0; i < tasks.size(); ++i) first_[i + 1] += first_[i];
        successor_.resize(first_.back());
        auto next = first_;
        for (std::size_t i = 0; i < tasks.size(); ++i)
            for (const std::size_t before : tasks[i].after) successor_[next[before]++] = i;
        ready_.resize(static_cast<std::size_t>(resources));
        busy_.assign(ready_.size(), false);
        times_.finish.assign(tasks.size(), -1.0);
    }

    TaskTimes run() {
        for (std::size_t i = 0; i < tasks_.size(); ++i) {
            waits_for_[i] = tasks_[i].after.size();
            if (waits_for_[i] == 0) make_ready(i);
        }
        start_tasks(0);
        while (!running_.empty()) {
            const double now = running_.top().first;
            for (; !running_.empty() && running_.top().first == now; running_.pop())
                end(running_.top().second, now);
            start_tasks(now);
        }
        require_all_ended();
        return std::move(times_);
    }

  private:
    using Urgency = std::pair<int, std::size_t>;  ///< priority, index
    using End = std::pair<double, std::size_t>;   ///< time, index
    template <typename Item>
    using LeastFirst = std::priority_queue<Item, std::vector<Item>, std::greater<>>;

    void make_ready(std::size_t i) {
        const int resource = tasks_[i].resource;
        ready_[resource].push({tasks_[i].priority, i});
        candidates_.push_back(resource);
    }
    void start_tasks(double now) {
        for (const int resource : candidates_) {
            if (busy_[resource] || ready_[resource].empty()) continue;
            const std::size_t i = ready_[resource].top().second;
            ready_[resource].pop();
            busy_[resource] = true;
            running_.push({now + tasks_[i].seconds, i});
        }
        candidates_.clear();
    }
    void end(std::size_t i, double now) {
        times_.finish[i] = now;
        times_.makespan = now;
        busy_[tasks_[i].resource] = false;
        candidates_.push_back(tasks_[i].resource);
        for (std::size_t k = first_[i]; k < first_[i + 1]; ++k)
            if (--waits_for_[successor_[k]] == 0) make_ready(successor_[k]);
    }
    /// Tasks that never became ready wait, directly or indirectly, for tasks on a circle.
    void require_all_ended() const {
        const auto missing = std::ranges::find(times_.finish, -1.0);
        if (missing == times_.finish.end()) return;
        std::size_t i = static_cast<std::size_t>(missing - times_.finish.begin());
        for (std::size_t step = 0; step < tasks_.size(); ++step) i = unfinished_before(i);
        throw std::invalid_argument("tasks[" + std::to_string(i) + "].after: task " +
                                    std::to_string(i) +
                                    " waits for itself; remove a dependency of the circle");
    }
    std::size_t unfinished_before(std::size_t i) const {
        const auto& after = tasks_[i].after;
        return *std::ranges::find_if(after,
                                     [&](std::size_t before) { return times_.finish[before] < 0; });
    }

    std::span<const Task> tasks_;
    std::vector<std::size_t> waits_for_;  ///< dependencies that have not ended
    /// Compressed rows: the tasks that wait for each task.
    std::vector<std::size_t> first_, successor_;
    std::vector<LeastFirst<Urgency>> ready_;  ///< of each resource
    std::vector<bool> busy_;
    std::vector<int> candidates_;  ///< resources that may have something to start
    LeastFirst<End> running_;
    TaskTimes times_;
};

}  // namespace

TaskTimes simulate_tasks(std::span<const Task> tasks) {
    require_tasks(tasks);
    return Simulation(tasks).run();
}

}  // namespace lightsweep::kernels
