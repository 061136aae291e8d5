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
constexpr std::uint64_t no_unit = 0;
constexpr int most_looks_for_help = 8;

/// Tasks without a locality are units by themselves.
std::uint64_t unit_of(const PendingTask& task) {
    constexpr std::uint64_t alone = std::uint64_t{1} << 63;
    return task.locality != 0 ? task.locality : alone | task.number;
}

double seconds(float estimate) {
    return static_cast<double>(estimate);
}

}  // namespace

float usable_cost(double estimate) {
    constexpr double least = 1e-6, most = 1e9;
    return std::isfinite(estimate) ? static_cast<float>(std::clamp(estimate, least, most))
                                   : static_cast<float>(least);
}

Dispatcher::Dispatcher(PendingWork work) : preparations_(std::move(work.preparations)) {
    const auto by_cost = [](const auto& a, const auto& b) { return a.alone > b.alone; };
    std::ranges::stable_sort(preparations_, by_cost);
    for (const auto& task : preparations_) total_cost_ += seconds(task.cost);
    std::ranges::stable_sort(work.tasks, by_cost);
    std::ranges::reverse(work.tasks);  // of tasks of equal cost the first is next
    for (const auto& task : work.tasks) {
        Unit& unit = units_[unit_of(task)];
        unit.tasks.push_back(task);
        unit.left += seconds(task.cost);
        total_cost_ += seconds(task.cost);
    }
    for (const auto& [key, unit] : units_) new_.emplace(unit.left, key);
    for (auto& waiting : work.waiting) {
        for (const std::size_t need : waiting.needs) waiting_for_.emplace(need, waiting_.size());
        waiting_.push_back({waiting.task, waiting.needs.size()});
        total_cost_ += seconds(waiting.task.cost);
    }
    n_waiting_ = waiting_.size();
    left_ = total_cost_;
}

void Dispatcher::add(const PendingTask& task) {
    const std::uint64_t key = unit_of(task);
    Unit& unit = units_[key];
    auto& list = list_of(unit);
    list.erase({unit.left, key});
    const auto place = std::ranges::lower_bound(unit.tasks, task.alone, {}, &PendingTask::alone);
    unit.tasks.insert(place, task);
    unit.left += seconds(task.cost);
    list.emplace(unit.left, key);
}

std::uint64_t Dispatcher::choose(int rank, int threads, bool others) {
    auto& held = held_[rank];
    std::erase_if(held, [this](const Held& one) { return !units_.contains(one.unit); });
    const bool has_enough = held.size() >= static_cast<std::size_t>(threads);
    if (!has_enough && !new_.empty()) return new_.begin()->second;
    const auto least = std::ranges::min_element(held, {}, &Held::running);
    if (least != held.end()) return least->unit;
    int looks = others ? most_looks_for_help : 0;
    for (auto one = begun_.begin(); one != begun_.end() && looks > 0; ++one, --looks)
        if (seconds(units_.at(one->second).tasks.back().alone) <= one->first) return one->second;
    return no_unit;
}

template <class Fits>
void Dispatcher::take(std::uint64_t key, const Fits& fits, Chunk& chunk, double& cost) {
    Unit& unit = units_.at(key);
    list_of(unit).erase({unit.left, key});
    while (!unit.tasks.empty() && fits(unit.tasks.back())) {
        const double own = seconds(unit.tasks.back().cost);
        chunk.tasks.push_back(unit.tasks.back().number);
        cost += own;
        unit.left -= own;
        unit.tasks.pop_back();
    }
    unit.begun = true;
    if (unit.tasks.empty())
        units_.erase(key);
    else
        begun_.emplace(unit.left, key);
}

Chunk Dispatcher::next(int n_threads, int rank, int threads) {
    const double cost_per_second = estimated_s_ / taken_s_;
    const double budget =
        std::clamp(left_ * share_of_rest / std::max(1, n_threads),
                   shortest_chunk_s * cost_per_second, longest_chunk_s * cost_per_second);
    Chunk chunk;
    double cost = 0;
    const auto fits = [&](const PendingTask& task) {
        return chunk.tasks.empty() ||
               (chunk.tasks.size() < most_tasks && cost + seconds(task.cost) <= budget);
    };
    for (; next_ < preparations_.size() && fits(preparations_[next_]); ++next_) {
        chunk.tasks.push_back(preparations_[next_].number);
        cost += seconds(preparations_[next_].cost);
    }
    std::uint64_t last = no_unit;
    while (next_ == preparations_.size()) {
        const std::uint64_t key = choose(rank, threads, chunk.tasks.empty());
        if (key == no_unit || !fits(units_.at(key).tasks.back())) break;
        auto& held = held_[rank];
        if (std::ranges::find(held, key, &Held::unit) == held.end()) held.push_back({key, 0});
        take(key, fits, chunk, cost);
        last = key;
    }
    if (chunk.tasks.empty()) return chunk;
    left_ = std::max(0.0, left_ - cost);
    chunk.id = next_id_++;
    for (auto& one : held_[rank]) one.running += one.unit == last;
    running_[chunk.id] = {cost, rank, last};
    return chunk;
}

void Dispatcher::prepared(std::size_t preparation) {
    const auto [first, last] = waiting_for_.equal_range(preparation);
    for (auto entry = first; entry != last; ++entry) {
        Waiting& waiting = waiting_[entry->second];
        if (--waiting.missing > 0) continue;
        add(waiting.task);
        --n_waiting_;
    }
    waiting_for_.erase(first, last);
}

double Dispatcher::finish(std::uint64_t id, double seconds) {
    const auto entry = running_.extract(id);
    if (!entry) return 0.0;
    const auto [cost, rank, unit] = entry.mapped();
    for (auto& one : held_[rank]) one.running -= one.unit == unit;
    taken_s_ = kept_of_older_chunks * taken_s_ + std::max(1e-6, seconds);
    estimated_s_ = kept_of_older_chunks * estimated_s_ + cost;
    return cost;
}

}  // namespace lightsweep::engine
