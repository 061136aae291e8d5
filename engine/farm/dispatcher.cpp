#include "engine/farm/dispatcher.hpp"

#include <algorithm>
#include <cmath>

namespace lightsweep::engine {
namespace {

constexpr double longest_chunk_s = 1.0;
// Ranks look for messages about every millisecond: less work than that is not worth a message.
constexpr double shortest_chunk_s = 2e-3;
// Estimates are off by up to half a decade and more: an early chunk must not be a large part of
// all.
constexpr double share_of_rest = 1.0 / 12;
constexpr std::size_t most_tasks = 4096;
constexpr double kept_of_older_chunks = 0.98;

}  // namespace

float usable_cost(double estimate) {
    constexpr double least = 1e-6, most = 1e9;
    return std::isfinite(estimate) ? static_cast<float>(std::clamp(estimate, least, most))
                                   : static_cast<float>(least);
}

Dispatcher::Dispatcher(PendingWork work) : n_preparations_(work.preparations.size()) {
    // Stable: tasks of equal cost stay neighbours, which share what a workload caches.
    const auto by_cost = [](const auto& a, const auto& b) { return a.alone > b.alone; };
    std::ranges::stable_sort(work.preparations, by_cost);
    std::ranges::stable_sort(work.tasks, by_cost);
    tasks_ = std::move(work.preparations);
    tasks_.insert(tasks_.end(), work.tasks.begin(), work.tasks.end());
    for (const auto& task : tasks_) total_cost_ += static_cast<double>(task.cost);
    for (auto& waiting : work.waiting) {
        for (const std::size_t need : waiting.needs) waiting_for_.emplace(need, waiting_.size());
        waiting_.push_back({waiting.task, waiting.needs.size()});
        total_cost_ += static_cast<double>(waiting.task.cost);
    }
    n_waiting_ = waiting_.size();
    left_ = total_cost_;
}

const PendingTask* Dispatcher::front() const {
    const PendingTask* listed = next_ < tasks_.size() ? &tasks_[next_] : nullptr;
    if (freed_.empty() || (listed && next_ < n_preparations_)) return listed;
    return !listed || Cheaper()(*listed, freed_.top()) ? &freed_.top() : listed;
}

void Dispatcher::pop() {
    if (next_ < tasks_.size() && front() == &tasks_[next_])
        ++next_;
    else
        freed_.pop();
}

Chunk Dispatcher::next(int n_threads) {
    const double cost_per_second = estimated_s_ / taken_s_;
    const double budget =
        std::clamp(left_ * share_of_rest / std::max(1, n_threads),
                   shortest_chunk_s * cost_per_second, longest_chunk_s * cost_per_second);
    Chunk chunk;
    double cost = 0;
    for (const PendingTask* task = front(); task && chunk.tasks.size() < most_tasks;
         task = front()) {
        if (!chunk.tasks.empty() && cost + static_cast<double>(task->cost) > budget) break;
        cost += static_cast<double>(task->cost);
        chunk.tasks.push_back(task->number);
        pop();
    }
    if (chunk.tasks.empty()) return chunk;
    left_ = std::max(0.0, left_ - cost);
    chunk.id = next_id_++;
    running_[chunk.id] = cost;
    return chunk;
}

void Dispatcher::prepared(std::size_t preparation) {
    const auto [first, last] = waiting_for_.equal_range(preparation);
    for (auto entry = first; entry != last; ++entry) {
        Waiting& waiting = waiting_[entry->second];
        if (--waiting.missing > 0) continue;
        freed_.push(waiting.task);
        --n_waiting_;
    }
    waiting_for_.erase(first, last);
}

double Dispatcher::finish(std::uint64_t id, double seconds) {
    const auto entry = running_.extract(id);
    if (!entry) return 0.0;
    taken_s_ = kept_of_older_chunks * taken_s_ + std::max(1e-6, seconds);
    estimated_s_ = kept_of_older_chunks * estimated_s_ + entry.mapped();
    return entry.mapped();
}

}  // namespace lightsweep::engine
