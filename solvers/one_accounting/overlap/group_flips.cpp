#include "solvers/one_accounting/overlap/group_flips.hpp"

#include <algorithm>

#include "solvers/one_accounting/overlap/group_shares.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

using kernels::GroupSchedule;
using kernels::Permutation;
using kernels::PlaneGroup;

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
        const Permutation* before = &start_[static_cast<std::size_t>(plane)];
        for (std::size_t i = 0; i < step; ++i)
            if (const auto* held = circuits_in(best_.steps[i], plane)) before = held;
        std::vector<Permutation> found{collective_.steps[step].peer};
        const auto add = [&](const Permutation& one) {
            if (std::find(found.begin(), found.end(), one) == found.end()) found.push_back(one);
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
                kernels::flow_of_group({circuits}, collective_.steps[step].peer,
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
            const auto at = std::find(group->planes.begin(), group->planes.end(), plane);
            if (at == group->planes.end()) continue;
            group->circuits.erase(group->circuits.begin() + (at - group->planes.begin()));
            group->planes.erase(at);
            if (group->planes.empty()) {
                groups.erase(group);
                return groups.empty() ? GroupSchedule{} : less;
            }
            const auto flow =
                kernels::flow_of_group(group->circuits, collective_.steps[step].peer,
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
