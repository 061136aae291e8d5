#include "engine/dispatcher.hpp"

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

}  // namespace

float usable_cost(double estimate) {
    constexpr double least = 1e-6, most = 1e9;
    return std::isfinite(estimate) ? static_cast<float>(std::clamp(estimate, least, most))
                                   : static_cast<float>(least);
}

Dispatcher::Dispatcher(std::vector<PendingTask> tasks) : tasks_(std::move(tasks)) {
    // Stable: tasks of equal cost stay neighbours, which share what a workload caches.
    std::stable_sort(tasks_.begin(), tasks_.end(),
                     [](const auto& a, const auto& b) { return a.cost > b.cost; });
    for (const auto& task : tasks_) total_cost_ += static_cast<double>(task.cost);
    left_ = total_cost_;
}

Chunk Dispatcher::next(int n_threads) {
    const double budget = std::clamp(left_ * share_of_rest / std::max(1, n_threads),
                                     shortest_chunk_s, longest_chunk_s);
    Chunk chunk;
    double cost = 0;
    while (next_ < tasks_.size() && chunk.tasks.size() < most_tasks) {
        const auto& task = tasks_[next_];
        if (!chunk.tasks.empty() && cost + static_cast<double>(task.cost) > budget) break;
        cost += static_cast<double>(task.cost);
        chunk.tasks.push_back(task.number);
        ++next_;
    }
    if (chunk.tasks.empty()) return chunk;
    left_ = std::max(0.0, left_ - cost);
    chunk.id = next_id_++;
    running_[chunk.id] = cost;
    return chunk;
}

double Dispatcher::finish(std::uint64_t id) {
    const auto entry = running_.extract(id);
    return entry ? entry.mapped() : 0.0;
}

}  // namespace lightsweep::engine
