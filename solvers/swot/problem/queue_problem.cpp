#include "solvers/swot/problem/queue_problem.hpp"

#include <algorithm>
#include <map>

namespace lightsweep::solvers::swot {

namespace {

/// Steps between which a configuration may be parked on: from its first to its last use.
std::map<std::int64_t, std::pair<int, int>> spans_of(const kernels::PlaneProblem& problem) {
    std::map<std::int64_t, std::pair<int, int>> spans;
    for (int i = 0; i < static_cast<int>(problem.steps.size()); ++i) {
        const auto [found, is_new] = spans.try_emplace(problem.steps[i].configuration, i, i);
        found->second.second = i;
    }
    return spans;
}

/// Gives every configuration that recurs, or is held at the start, the lowest slot that is free
/// over its span.
class Slots {
  public:
    Slots(const kernels::PlaneProblem& problem, QueueProblem& queue)
        : problem_(problem), queue_(queue), spans_(spans_of(problem)) {}

    /// Assigns the slots; false if there are too few.
    bool assign() {
        const auto held = kernels::held_at_start(problem_);
        for (const auto& one : held)
            if (one && !slots_.contains(*one)) claim(*one, before_all);
        for (int i = 0; i < queue_.steps(); ++i) assign_step(i);
        if (busy_until_.size() > static_cast<std::size_t>(most_slots)) return false;
        for (const auto& one : held) {
            const int slot = one ? slots_.at(*one) : -1;
            queue_.start_slot.push_back(slot);
            queue_.held = with_parked(queue_.held, slot, parked_in(queue_.held, slot) + 1);
        }
        return true;
    }

  private:
    static constexpr int before_all = -1;

    void assign_step(int i) {
        const auto configuration = problem_.steps[i].configuration;
        const auto [first, last] = spans_.at(configuration);
        queue_.returning[i] = i > first || slots_.contains(configuration);
        queue_.recurring[i] = i < last;
        if (i < last && !slots_.contains(configuration)) claim(configuration, first);
        if (queue_.returning[i] || queue_.recurring[i]) queue_.slot[i] = slots_.at(configuration);
    }
    void claim(std::int64_t configuration, int from) {
        const auto free =
            std::ranges::find_if(busy_until_, [&](int until) { return until < from; });
        const auto slot = free - busy_until_.begin();
        if (free == busy_until_.end()) busy_until_.emplace_back();
        busy_until_[slot] = spans_.at(configuration).second;
        slots_[configuration] = static_cast<int>(slot);
    }

    const kernels::PlaneProblem& problem_;
    QueueProblem& queue_;
    std::map<std::int64_t, std::pair<int, int>> spans_;
    std::map<std::int64_t, int> slots_;
    std::vector<int> busy_until_;  ///< per slot: last step of its configuration
};

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

/// Whether every slot has at most as many planes as in `held`.
bool within(std::uint64_t parked, std::uint64_t held) {
    for (; parked; parked >>= 4, held >>= 4)
        if (parked_in(parked, 0) > parked_in(held, 0)) return false;
    return true;
}

}  // namespace

std::optional<QueueProblem> queue_problem(const kernels::PlaneProblem& problem) {
    const double unit = problem.planes.at(0).reconfiguration_delay;
    if (!problem.is_plain() || !problem.equal_planes() || problem.n_planes() > most_planes ||
        unit <= 0)
        return {};
    const std::size_t count = problem.steps.size();
    QueueProblem queue{problem.n_planes(),
                       problem.base_latency / unit,
                       std::vector<double>(count),
                       std::vector<int>(count, -1),
                       std::vector<bool>(count),
                       std::vector<bool>(count),
                       std::vector<double>(count + 1, 0.0),
                       unit};
    for (std::size_t i = count; i-- > 0;) {
        queue.work[i] = problem.steps[i].bytes / problem.planes[0].bandwidth / unit;
        queue.ideal_tail[i] =
            queue.ideal_tail[i + 1] + queue.work[i] / queue.planes + queue.latency;
    }
    // Relative to larger works, a delay would be lost in a number's last digits.
    constexpr double most_work = 1e12;
    const bool counts = queue.ideal_tail[0] < most_work;
    if (!counts || !Slots(problem, queue).assign()) return {};
    return queue;
}

std::vector<std::uint64_t> starts_of(const QueueProblem& problem) {
    std::vector<std::uint64_t> starts{0};
    for (int slot = 0; slot < most_slots; ++slot) {
        const auto fewer = starts;
        for (int count = 1; count <= parked_in(problem.held, slot); ++count)
            for (const auto start : fewer) starts.push_back(with_parked(start, slot, count));
    }
    return starts;
}

QueueReplay start_of(const QueueProblem& problem, std::uint64_t first_parked) {
    QueueReplay replay;
    replay.parked = first_parked;
    if (const int waiting = problem.planes - total_parked(first_parked))
        replay.queue = {{problem.held ? -1 : -2, waiting}};
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
    if (!within(sequence.first_parked, problem.held)) return {};
    auto replay = start_of(problem, sequence.first_parked);
    for (std::size_t i = 0; i < sequence.taken.size(); ++i)
        if (!extend(problem, replay, sequence.taken[i], sequence.parked[i])) return {};
    return replay;
}

}  // namespace lightsweep::solvers::swot
