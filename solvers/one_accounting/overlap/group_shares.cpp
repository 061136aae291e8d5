#include "solvers/one_accounting/overlap/group_shares.hpp"

#include <algorithm>
#include <optional>

#include "solvers/milp/clock_program.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

using kernels::GroupSchedule;
using kernels::PlaneGroup;

using Clock = milp::ClockProgram;

/// The program, with times in units of the longest step or delay.
struct Clocks {
    const std::vector<kernels::Permutation>& start;
    const kernels::Parameters& p;
    const kernels::FlowOracle& measure;
    double unit = 1;
    Clock program{};
    std::vector<const kernels::Permutation*> held{};
    std::vector<std::optional<Clock::End>> last{};  ///< per plane: its last group's end

    void set_up() {
        for (const auto& circuits : start) held.push_back(&circuits);
        last.resize(start.size());
    }
    /// The ends after which the planes of a group must change, each once; nothing is time 0. A
    /// plane that keeps its circuits is ready when the step before has ended.
    std::vector<std::optional<Clock::End>> changes_after(const PlaneGroup& group) {
        std::vector<std::optional<Clock::End>> found;
        for (std::size_t i = 0; i < group.planes.size(); ++i) {
            const auto plane = static_cast<std::size_t>(group.planes[i]);
            if (*held[plane] == group.circuits[i]) continue;
            held[plane] = &group.circuits[i];
            if (std::ranges::find(found, last[plane]) == found.end()) found.push_back(last[plane]);
        }
        return found;
    }
    /// Adds a group; returns the column of its bytes.
    int add_group(const kernels::Step& step, const PlaneGroup& group, int work) {
        const auto flow = kernels::flow_of_group(group.circuits, step,
                                                 static_cast<kernels::Node>(start.size()), measure);
        const auto sender = program.add_sender(
            work, 1, 1 / flow.theta, (p.per_step_latency + p.per_hop_latency * flow.hops) / unit);
        for (const auto& before : changes_after(group))
            program.begin_after(sender, before, p.reconfiguration_delay / unit);
        for (const int plane : group.planes) last[static_cast<std::size_t>(plane)] = sender.end;
        return sender.share;
    }
    std::vector<int> add_step(const kernels::Step& step, const std::vector<PlaneGroup>& groups) {
        program.add_step(0);
        const int work = program.add_work(step.share * p.message_time() / unit);
        std::vector<int> bytes;
        for (const auto& group : groups) bytes.push_back(add_group(step, group, work));
        return bytes;
    }
};

/// The groups with bytes; together they have exactly the step's bytes.
std::vector<PlaneGroup> shared(const std::vector<PlaneGroup>& groups,
                               const std::vector<int>& columns, const std::vector<double>& x,
                               double bytes) {
    std::vector<PlaneGroup> kept;
    double sum = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const double share = x[columns[g]];
        if (share <= 0) continue;
        kept.push_back(groups[g]);
        kept.back().bytes = share;
        sum += share;
    }
    for (auto& group : kept) group.bytes *= bytes / sum;
    return kept;
}

}  // namespace

GroupSchedule with_best_shares(const kernels::Collective& collective,
                               const std::vector<kernels::Permutation>& start,
                               const GroupSchedule& schedule, const kernels::Parameters& parameters,
                               const kernels::FlowOracle& measure) {
    Clocks clocks{start, parameters, measure};
    clocks.set_up();
    clocks.unit = std::max(parameters.reconfiguration_delay, parameters.per_step_latency);
    for (std::size_t i = 0; i < schedule.steps.size(); ++i)
        if (!schedule.steps[i].empty())
            clocks.unit =
                std::max(clocks.unit, collective.steps[i].share * parameters.message_time());
    std::vector<std::vector<int>> columns(schedule.steps.size());
    for (std::size_t i = 0; i < schedule.steps.size(); ++i)
        if (!schedule.steps[i].empty())
            columns[i] = clocks.add_step(collective.steps[i], schedule.steps[i]);
    if (clocks.program.is_empty()) return schedule;
    const auto x = clocks.program.solve().x;
    GroupSchedule result = schedule;
    for (std::size_t i = 0; i < schedule.steps.size(); ++i)
        if (!schedule.steps[i].empty())
            result.steps[i] = shared(schedule.steps[i], columns[i], x,
                                     collective.steps[i].share * parameters.message);
    return result;
}

namespace {

using kernels::Permutation;

class Flips {
  public:
    Flips(const kernels::Collective& collective, const std::vector<Permutation>& start,
          GroupSchedule schedule, const kernels::Parameters& parameters,
          const kernels::FlowOracle& measure, int most_programs)
        : collective_(collective),
          start_(start),
          best_(std::move(schedule)),
          p_(parameters),
          measure_(measure),
          problem_(kernels::group_problem(collective, start, parameters, measure)),
          left_(most_programs),
          value_(time_of(best_)) {}

    GroupSchedule improved() {
        for (bool again = true; again && left_ > 0;) {
            again = false;
            for (std::size_t step = 0; step < best_.steps.size(); ++step)
                for (std::size_t plane = 0; plane < start_.size(); ++plane)
                    again = flip(step, static_cast<int>(plane)) || again;
        }
        return std::move(best_);
    }

  private:
    double time_of(const GroupSchedule& schedule) const {
        return kernels::replay_groups(collective_, problem_, schedule).planes.end();
    }
    /// The circuits of a plane in a step; null if it does not take part.
    static const Permutation* circuits_in(const std::vector<PlaneGroup>& groups, int plane) {
        for (const auto& group : groups)
            for (std::size_t i = 0; i < group.planes.size(); ++i)
                if (group.planes[i] == plane) return &group.circuits[i];
        return nullptr;
    }
    /// Circuits for a plane that joins the step: the step's own, those that it holds, those that it
    /// holds next.
    std::vector<Permutation> choices(std::size_t step, int plane) const {
        const Permutation* before = &start_[plane];
        for (std::size_t i = 0; i < step; ++i)
            if (const auto* held = circuits_in(best_.steps[i], plane)) before = held;
        std::vector<Permutation> found{collective_.steps[step].peer};
        const auto add = [&](const Permutation& one) {
            if (std::ranges::find(found, one) == found.end()) found.push_back(one);
        };
        add(*before);
        for (std::size_t i = step + 1; i < best_.steps.size(); ++i)
            if (const auto* held = circuits_in(best_.steps[i], plane)) {
                add(*held);
                break;
            }
        return found;
    }
    bool flip(std::size_t step, int plane) {
        if (best_.steps[step].empty()) return false;
        if (circuits_in(best_.steps[step], plane)) return offer(without(step, plane));
        for (const auto& circuits : choices(step, plane)) {
            const auto flow =
                kernels::flow_of_group({circuits}, collective_.steps[step],
                                       static_cast<kernels::Node>(start_.size()), measure_);
            if (!flow.reachable()) continue;
            auto more = best_;
            more.steps[step].push_back({{plane}, {circuits}, 0});
            if (offer(std::move(more))) return true;
        }
        return false;
    }
    /// The schedule without the plane in this step; empty if no plane is left, or if the rest does
    /// not connect the step's pairs.
    GroupSchedule without(std::size_t step, int plane) const {
        auto less = best_;
        auto& groups = less.steps[step];
        for (auto group = groups.begin(); group != groups.end(); ++group) {
            const auto at = std::ranges::find(group->planes, plane);
            if (at == group->planes.end()) continue;
            group->circuits.erase(group->circuits.begin() + (at - group->planes.begin()));
            group->planes.erase(at);
            if (group->planes.empty()) {
                groups.erase(group);
                return groups.empty() ? GroupSchedule{} : less;
            }
            const auto flow =
                kernels::flow_of_group(group->circuits, collective_.steps[step],
                                       static_cast<kernels::Node>(start_.size()), measure_);
            return flow.reachable() ? less : GroupSchedule{};
        }
        return {};
    }
    bool offer(const GroupSchedule& schedule) {
        if (schedule.steps.empty() || left_-- <= 0) return false;
        auto shared = with_best_shares(collective_, start_, schedule, p_, measure_);
        const double value = time_of(shared);
        if (!(value < value_ * least_gain)) return false;
        value_ = value;
        best_ = std::move(shared);
        return true;
    }

    static constexpr double least_gain = 1 - 1e-9;
    const kernels::Collective& collective_;
    const std::vector<Permutation>& start_;
    GroupSchedule best_;
    const kernels::Parameters& p_;
    const kernels::FlowOracle& measure_;
    kernels::GroupProblem problem_;
    int left_;
    double value_;
};

}  // namespace

GroupSchedule improved_by_flips(const kernels::Collective& collective,
                                const std::vector<Permutation>& start, GroupSchedule schedule,
                                const kernels::Parameters& parameters,
                                const kernels::FlowOracle& measure, int most_programs) {
    return Flips(collective, start, std::move(schedule), parameters, measure, most_programs)
        .improved();
}

}  // namespace lightsweep::solvers::one_accounting
