#include "solvers/swot/queue_problem.hpp"

#include <algorithm>
#include <map>

namespace lightsweep::solvers::swot {

namespace {

/// Steps between which a configuration can be parked on; first use to last use.
std::map<std::int64_t, std::pair<int, int>> spans_of(const kernels::PlaneProblem& problem) {
    std::map<std::int64_t, std::pair<int, int>> spans;
    for (int i = 0; i < static_cast<int>(problem.steps.size()); ++i) {
        const auto [found, is_new] = spans.try_emplace(problem.steps[i].configuration, i, i);
        found->second.second = i;
    }
    return spans;
}

/// Gives every configuration that recurs the lowest slot that is free over its span.
bool assign_slots(const kernels::PlaneProblem& problem, QueueProblem& queue) {
    const auto spans = spans_of(problem);
    std::map<std::int64_t, int> slots;
    std::vector<int> busy_until;  // per slot: last step of its configuration
    for (int i = 0; i < queue.steps(); ++i) {
        const auto configuration = problem.steps[i].configuration;
        const auto [first, last] = spans.at(configuration);
        queue.returning[i] = i > first || (i == 0 && queue.held_first);
        queue.recurring[i] = i < last;
        if (i == first && (first < last || queue.returning[i])) {
            const auto free = std::find_if(busy_until.begin(), busy_until.end(),
                                           [&](int until) { return until < first; });
            slots[configuration] = static_cast<int>(free - busy_until.begin());
            if (free == busy_until.end())
                busy_until.push_back(last);
            else
                *free = last;
        }
        if (queue.returning[i] || queue.recurring[i]) queue.slot[i] = slots.at(configuration);
    }
    return static_cast<int>(busy_until.size()) <= most_slots;
}

using Queue = std::vector<std::pair<int, int>>;

/// Takes planes from the head of the queue for step `to`; false if there are too few.
bool take(Queue& queue, int count, int to, std::vector<QueueLink>& links) {
    while (count > 0) {
        if (queue.empty()) return false;
        auto& [from, waiting] = queue.front();
        const int part = std::min(count, waiting);
        if (from != -2) links.push_back({from, to, part});
        waiting -= part;
        count -= part;
        if (waiting == 0) queue.erase(queue.begin());
    }
    return true;
}

Queue initial_queue(const QueueProblem& problem, int first_parked) {
    const int waiting = problem.planes - first_parked;
    if (waiting == 0) return {};
    return {{problem.held_first ? -1 : -2, waiting}};
}

}  // namespace

std::optional<QueueProblem> queue_problem(const kernels::PlaneProblem& problem) {
    const double unit = problem.planes.at(0).reconfiguration_delay;
    if (!problem.equal_planes() || problem.n_planes() > most_planes || unit <= 0) return {};
    const std::size_t count = problem.steps.size();
    QueueProblem queue{problem.n_planes(),
                       problem.base_latency / unit,
                       std::vector<double>(count),
                       std::vector<int>(count, -1),
                       std::vector<bool>(count),
                       std::vector<bool>(count),
                       std::vector<double>(count + 1, 0.0),
                       problem.initial == kernels::InitialPlanes::first,
                       unit};
    for (std::size_t i = count; i-- > 0;) {
        queue.work[i] = problem.steps[i].bytes / problem.planes[0].bandwidth / unit;
        queue.ideal_tail[i] =
            queue.ideal_tail[i + 1] + queue.work[i] / queue.planes + queue.latency;
    }
    // Beside such works one delay, or all of them, is less than a number's last digits.
    constexpr double most_work = 1e12;
    const bool counts = queue.ideal_tail[0] < most_work;
    if (!counts || !assign_slots(problem, queue)) return {};
    return queue;
}

QueueReplay start_of(const QueueProblem& problem, int first_parked) {
    QueueReplay replay;
    replay.queue = initial_queue(problem, first_parked);
    if (problem.held_first) replay.parked = with_parked(0, problem.slot[0], first_parked);
    return replay;
}

bool extend(const QueueProblem& problem, QueueReplay& replay, int taken, int parked) {
    const int index = static_cast<int>(replay.users.size()), step = replay.first + index;
    const int users = parked_in(replay.parked, problem.slot[step]) + taken;
    if (taken < 0 || parked < 0 || users < 1 || parked > users) return false;
    if (parked > 0 && !problem.recurring[step]) return false;
    if (!take(replay.queue, taken, index, replay.links)) return false;
    replay.parked = with_parked(replay.parked, problem.slot[step], parked);
    if (users > parked) replay.queue.push_back({index, users - parked});
    replay.users.push_back(users);
    return true;
}

std::optional<QueueReplay> replay_queue(const QueueProblem& problem,
                                        const QueueSequence& sequence) {
    if (sequence.first_parked > (problem.held_first ? problem.planes : 0)) return {};
    auto replay = start_of(problem, sequence.first_parked);
    for (std::size_t i = 0; i < sequence.taken.size(); ++i)
        if (!extend(problem, replay, sequence.taken[i], sequence.parked[i])) return {};
    return replay;
}

}  // namespace lightsweep::solvers::swot
