#include "sweeps/spec/chakra/chakra_graph.hpp"

#include <algorithm>

namespace lightsweep::sweeps {

namespace {

using Sort = TaskGraph::Sort;

constexpr std::size_t no_task = static_cast<std::size_t>(-1);
constexpr std::size_t first_tail = no_task / 2;  // entries of computations not yet before a meeting

}  // namespace

void ChakraGraph::begin_rank(std::size_t rank, std::size_t nodes) {
    rank_ = rank;
    kept_ = 0;
    uncounted_ = graph_.tasks.size();
    task_of_.assign(nodes, no_task);
    behind_.assign(nodes, 0);
}

ChakraGraph::Places ChakraGraph::tasks_before(const Places& waits) const {
    Places tasks;
    for (const auto wait : waits)
        if (task_of_[wait] != no_task) tasks.push_back(task_of_[wait]);
    std::ranges::sort(tasks);
    const auto repeated = std::ranges::unique(tasks);
    tasks.erase(repeated.begin(), repeated.end());
    return tasks;
}

void ChakraGraph::keep(std::size_t at, const Places& waits, std::size_t task) {
    const auto before = tasks_before(waits);
    auto& all = graph_.tasks[task].waits;
    all.insert(all.end(), before.begin(), before.end());
    task_of_[at] = task;
    for (const auto wait : waits) behind_[at] = std::max(behind_[at], behind_[wait]);
    is_chain_ = is_chain_ && behind_[at] == kept_;
    behind_[at] = ++kept_;
}

void ChakraGraph::compute(std::size_t at, const Places& waits, std::uint64_t id, double time) {
    graph_.tasks.push_back({.sort = Sort::computation,
                            .compute_time = time,
                            .group = group({static_cast<std::int64_t>(rank_)}),
                            .entry = first_tail + rank_,
                            .id = id});
    keep(at, waits, graph_.tasks.size() - 1);
}

void ChakraGraph::meet(std::size_t at, const Places& waits, std::uint64_t id, std::size_t meeting,
                       const Ranks& members) {
    for (; uncounted_ < graph_.tasks.size(); ++uncounted_)
        if (auto& task = graph_.tasks[uncounted_]; task.entry >= first_tail) task.entry = meeting;
    if (meeting == meetings_.size()) {
        meetings_.push_back(graph_.tasks.size());
        graph_.tasks.push_back(
            {.sort = Sort::collective, .group = group(members), .entry = meeting, .id = id});
    }
    auto& task = graph_.tasks[meetings_[meeting]];
    task.id = std::min(task.id, id);
    keep(at, waits, meetings_[meeting]);
}

void ChakraGraph::leave_out(std::size_t at, const Places& waits) {
    for (const auto wait : waits) behind_[at] = std::max(behind_[at], behind_[wait]);
    auto before = tasks_before(waits);
    if (before.size() == 1) task_of_[at] = before.front();
    if (before.size() < 2) return;
    task_of_[at] = graph_.tasks.size();
    graph_.tasks.push_back({.sort = Sort::joint, .waits = std::move(before)});
}

std::size_t ChakraGraph::group(const Ranks& ranks) {
    const auto [known, is_new] = groups_.try_emplace(ranks, graph_.groups.size());
    if (is_new) graph_.groups.push_back(ranks);
    return known->second;
}

TaskGraph ChakraGraph::graph(const Places& entries, const Places& tails) && {
    for (auto& task : graph_.tasks)
        task.entry =
            task.entry >= first_tail ? tails[task.entry - first_tail] : entries[task.entry];
    return std::move(graph_);
}

}  // namespace lightsweep::sweeps
