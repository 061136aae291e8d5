#include "solvers/swot/problem/sequence_program.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace lightsweep::solvers::swot {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

}  // namespace

void SequenceProgram::build(const QueueProblem& problem, const QueueReplay& replay, double start,
                            double end) {
    const int steps = static_cast<int>(replay.users.size());
    links_ = replay.links;
    if (end > 0)
        for (const auto& [from, waiting] : replay.queue)
            if (from != -2) links_.push_back({from, steps, waiting});
    ends_.assign(1, 0.0);
    for (int i = 0; i < steps; ++i)
        ends_.push_back(ends_.back() + problem.work[replay.first + i] / replay.users[i] +
                        problem.latency);
    add_rows(problem.held != 0);
    add_columns(replay, start, end);
    fill();
}

void SequenceProgram::add_rows(bool held) {
    rows_.clear();
    for (int l = 0; l < static_cast<int>(links_.size()); ++l) {
        const auto& link = links_[l];
        if (ends_[link.to] - ends_[link.from + 1] < 1) rows_.push_back({l, link.from + 1});
        if (held && link.from >= 0 && ends_[link.to] - ends_[link.from] < 1)
            rows_.push_back({l, link.from});
    }
}

void SequenceProgram::add_columns(const QueueReplay& replay, double start, double end) {
    using Kind = Column::Kind;
    const int steps = static_cast<int>(replay.users.size());
    columns_.clear();
    std::vector<bool> spanned(steps, false);
    for (const auto& row : rows_) {
        const auto& link = links_[row.link];
        const double count = link.count;
        std::fill(spanned.begin() + row.begin, spanned.begin() + link.to, true);
        if (row.begin == link.from) continue;  // its columns exist already
        const double early = link.from < 0 ? start * count : count / replay.users[link.from];
        if (early < unbounded) columns_.push_back({Kind::early, row.link, link.from, early});
        const double late = link.to < steps ? count / replay.users[link.to] : end * count;
        columns_.push_back({Kind::late, row.link, link.to, late});
    }
    for (int step = 0; step < steps; ++step)
        if (spanned[step]) columns_.push_back({Kind::idle, step, step, 1.0});
    std::ranges::stable_sort(columns_,
                             [](const Column& a, const Column& b) { return a.step < b.step; });
    before_.assign(steps + 3, 0);  // [1 + step]: columns of earlier steps; steps from -1 on
    for (const auto& column : columns_) ++before_[column.step + 2];
    std::partial_sum(before_.begin(), before_.end(), before_.begin());
}

void SequenceProgram::fill() {
    program_.reset(static_cast<int>(rows_.size()), static_cast<int>(columns_.size()));
    for (int j = 0; j < static_cast<int>(columns_.size()); ++j)
        program_.cost(j) = columns_[j].share;
    for (int i = 0; i < static_cast<int>(rows_.size()); ++i) {
        const auto& row = rows_[i];
        const auto& link = links_[row.link];
        program_.right(i) = 1 - (ends_[link.to] - ends_[row.begin]);
        for (int j = before_[link.from + 1]; j < before_[link.to + 2]; ++j) {
            const auto& column = columns_[j];
            if (row.begin <= column.step && column.step < link.to)
                program_.set_entry(i, j, column.share);
            else if (column.kind != Column::Kind::idle && column.index == row.link)
                program_.set_entry(i, j, 1);
        }
    }
}

SequenceTimes SequenceProgram::solve(const QueueProblem& problem, const QueueReplay& replay,
                                     std::int64_t most_effort) {
    const int steps = static_cast<int>(replay.users.size());
    build(problem, replay, unbounded, 0);
    SequenceTimes times;
    times.early.assign(replay.links.size(), 0.0);
    times.late.assign(replay.links.size(), 0.0);
    for (int i = 0; i < steps; ++i)
        times.windows.push_back(problem.work[i] / replay.users[i] + problem.latency);
    const auto& x = program_.solve(most_effort * entries_per_transition);
    if (x.size() < columns_.size()) {
        times.value = unbounded;
        return times;
    }
    for (std::size_t j = 0; j < columns_.size(); ++j) {
        const auto& column = columns_[j];
        times.windows[column.step] += column.share * x[j];
        if (column.kind == Column::Kind::early) times.early[column.index] = x[j];
        if (column.kind == Column::Kind::late) times.late[column.index] = x[j];
    }
    for (const double window : times.windows) times.value += window;
    return times;
}

double SequenceProgram::priced(const QueueProblem& problem, const QueueReplay& replay, double start,
                               double end) {
    build(problem, replay, start, end);
    double value = ends_.back();
    const auto& x = program_.solve();
    for (std::size_t j = 0; j < columns_.size(); ++j) value += columns_[j].share * x[j];
    return value;
}

namespace {

/// One use of a plane: the link that leads to it and the link away from it, or -1.
struct Use {
    int plane, arriving, leaving;
};

/// Gives planes names, so that it is known which plane works in which step. Within a step, planes
/// that were parked come first, then queue order; the last ones park.
class PlaneNames {
  public:
    PlaneNames(const QueueProblem& queue, const QueueSequence& sequence, const QueueReplay& replay)
        : queue_(queue), replay_(replay), parked_(most_slots), last_use_(queue.planes, {-1, 0}) {
        for (int plane = 0; plane < queue.planes; ++plane) {
            const int slot = queue.start_slot[plane];
            const bool kept = slot >= 0 && static_cast<int>(parked_[slot].size()) <
                                               parked_in(sequence.first_parked, slot);
            (kept ? parked_[slot] : waiting_).push_back(plane);
        }
        for (int i = 0; i < queue.steps(); ++i) work(i, sequence.taken[i], sequence.parked[i]);
    }

    std::vector<std::vector<Use>> uses;

  private:
    void work(int step, int taken, int parks) {
        std::vector<int> workers;
        const int slot = queue_.slot[step];
        if (slot >= 0) workers.swap(parked_[slot]);
        uses.emplace_back();
        for (const int plane : workers) uses.back().push_back({plane, -1, -1});
        for (int j = 0; j < taken; ++j) {
            const int plane = waiting_[head_++];
            uses.back().push_back({plane, arrive(plane), -1});
            workers.push_back(plane);
        }
        const std::size_t leaving = workers.size() - static_cast<std::size_t>(parks);
        for (std::size_t j = 0; j < workers.size(); ++j) {
            last_use_[workers[j]] = {step, static_cast<int>(j)};
            (j < leaving ? waiting_ : parked_[slot]).push_back(workers[j]);
        }
    }

    /// The link that brings the plane; it is also noted at the plane's last use. Links are in the
    /// order of calls.
    int arrive(int plane) {
        const auto [step, index] = last_use_[plane];
        if (step < 0 && queue_.held == 0) return -1;
        if (taken_of_link_ == replay_.links[link_].count) {
            ++link_;
            taken_of_link_ = 0;
        }
        ++taken_of_link_;
        if (step >= 0) uses[step][index].leaving = link_;
        return link_;
    }

    const QueueProblem& queue_;
    const QueueReplay& replay_;
    std::vector<std::vector<int>> parked_;
    std::vector<std::pair<int, int>> last_use_;
    std::vector<int> waiting_;
    std::size_t head_ = 0;
    int link_ = 0, taken_of_link_ = 0;
};

/// Shares of one step in proportion to the time of each user; negative ones are left out.
std::vector<kernels::PlaneUse> shares(const std::vector<Use>& uses, const SequenceTimes& times,
                                      double window, double bytes) {
    std::vector<kernels::PlaneUse> result;
    double sum = 0;
    for (const auto& use : uses) {
        const double early = use.leaving < 0 ? 0 : times.early[use.leaving];
        const double late = use.arriving < 0 ? 0 : times.late[use.arriving];
        const double time = window - early - late;
        if (time <= 0) continue;
        result.push_back({use.plane, time});
        sum += time;
    }
    for (auto& use : result) use.bytes *= bytes / sum;
    return result;
}

}  // namespace

kernels::PlaneSchedule schedule_of(const kernels::PlaneProblem& problem, const QueueProblem& queue,
                                   const QueueSequence& sequence, const SequenceTimes& times) {
    const auto replay = replay_queue(queue, sequence);
    const PlaneNames names(queue, sequence, *replay);
    kernels::PlaneSchedule schedule;
    for (int i = 0; i < queue.steps(); ++i)
        schedule.steps.push_back(
            shares(names.uses[i], times, times.windows[i] - queue.latency, problem.steps[i].bytes));
    return schedule;
}

}  // namespace lightsweep::solvers::swot
