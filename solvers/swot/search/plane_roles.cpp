#include "solvers/swot/search/plane_roles.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/problem/fixed_sets.hpp"

namespace lightsweep::solvers::swot {

namespace {

using kernels::PlaneProblem;

constexpr std::size_t idle = SIZE_MAX;
constexpr double clear_gain = 1 - 1e-9;
/// Programs of fewer steps are solved in any case: their last digits are on record.
constexpr std::size_t many_steps = 12;
/// Roles per step and plane: a permutation of the step, or idle.
using Roles = std::vector<std::vector<std::size_t>>;

struct PlaneClock {
    kernels::HeldConfiguration held;
    bool chooses;
    double free_since = 0;
};
/// Before a step: the end of the step before, and all planes.
struct Moment {
    double end = 0;
    std::vector<PlaneClock> planes;
};

class RoleSearch {
  public:
    RoleSearch(const PlaneProblem& problem, std::int64_t most_moves)
        : problem_(problem), moves_left_(most_moves), rest_(problem.steps.size() + 1, 0) {
        for (std::size_t i = problem.steps.size(); i-- > 0;)
            rest_[i] = rest_[i + 1] + problem.steps[i].computation +
                       ideal_step(problem, problem.steps[i], problem.n_planes());
    }

    /// The schedule of the best roles that moves lead to.
    kernels::PlaneSchedule run(const kernels::PlaneSchedule& start) {
        roles_.assign(problem_.steps.size(),
                      std::vector<std::size_t>(problem_.planes.size(), idle));
        for (std::size_t i = 0; i < roles_.size(); ++i)
            for (const auto& use : start.steps[i]) roles_[i][use.plane] = use.peer;
        moments_.assign(1, {});
        const bool is_free = problem_.initial == kernels::InitialPlanes::free;
        for (const auto& held : kernels::held_at_start(problem_))
            moments_[0].planes.push_back({held, is_free});
        end_ = HUGE_VAL;
        settle(0);
        for (bool moved = true; moved && moves_left_ > 0;) {
            moved = false;
            for (std::size_t i = 0; i < roles_.size(); ++i) moved = improve_step(i) || moved;
        }
        return schedule();
    }

  private:
    /// Runs step i; `uses`, if given, takes what the planes carry.
    Moment after(const Moment& before, std::size_t i,
                 std::vector<kernels::PlaneUse>* uses = nullptr) const {
        const auto& step = problem_.steps[i];
        Moment next = before;
        const double begin = before.end + step.computation;
        next.end = begin;
        for (std::size_t c = 0; c < step.peers(); ++c) {
            const auto [label, bytes] = step.peer(c);
            std::vector<std::pair<double, int>> offered;
            for (int j = 0; j < problem_.n_planes(); ++j) {
                if (roles_[i][j] != c) continue;
                const auto& plane = before.planes[j];
                const double ready =
                    plane.chooses || plane.held == label
                        ? begin
                        : std::max(begin,
                                   plane.free_since + problem_.planes[j].reconfiguration_delay);
                offered.push_back({ready + problem_.base_latency, j});
            }
            std::ranges::sort(offered);
            double bandwidth = 0, filled = bytes;
            for (std::size_t t = 0; t < offered.size(); ++t) {
                if (t > 0 && filled <= offered[t].first * bandwidth) {
                    offered.resize(t);
                    break;
                }
                bandwidth += problem_.planes[offered[t].second].bandwidth;
                filled += offered[t].first * problem_.planes[offered[t].second].bandwidth;
            }
            const double level = filled / bandwidth;
            for (const auto& [from, j] : offered) {
                next.planes[j] = {label, false, level};
                if (uses) uses->push_back({j, (level - from) * problem_.planes[j].bandwidth, c});
            }
            next.end = std::max(next.end, level);
        }
        return next;
    }

    /// The end of all steps with the roles as they are from step i on; infinite as soon as it
    /// cannot be better.
    double time_from(std::size_t i) {
        --moves_left_;
        Moment now = moments_[i];
        for (; i < roles_.size(); ++i) {
            now = after(now, i);
            if (now.end + rest_[i + 1] >= end_ * clear_gain) return HUGE_VAL;
        }
        return now.end;
    }
    /// Takes the roles as they are.
    void settle(std::size_t from) {
        moments_.resize(from + 1);
        for (std::size_t i = from; i < roles_.size(); ++i)
            moments_.push_back(after(moments_[i], i));
        end_ = moments_.back().end;
    }
    bool take_if_better(std::size_t i) {
        const double time = time_from(i);
        if (time >= end_ * clear_gain) return false;
        settle(i);
        return true;
    }

    bool improve_step(std::size_t i) {
        bool moved = false;
        auto& roles = roles_[i];
        for (std::size_t j = 0; j < roles.size() && moves_left_ > 0; ++j) {
            const bool is_last = roles[j] != idle && std::ranges::count(roles, roles[j]) == 1;
            for (std::size_t c = 0; c <= problem_.steps[i].peers() && !is_last; ++c) {
                const auto old = roles[j];
                roles[j] = c == problem_.steps[i].peers() ? idle : c;
                if (roles[j] != old && take_if_better(i))
                    moved = true;
                else
                    roles[j] = old;
                if (roles[j] != idle && std::ranges::count(roles, roles[j]) == 1) break;
            }
            for (std::size_t other = j + 1; other < roles.size(); ++other) {
                if (roles[j] == roles[other]) continue;
                std::swap(roles[j], roles[other]);
                if (take_if_better(i))
                    moved = true;
                else
                    std::swap(roles[j], roles[other]);
            }
        }
        return moved;
    }

    kernels::PlaneSchedule schedule() const {
        kernels::PlaneSchedule all{std::vector<std::vector<kernels::PlaneUse>>(roles_.size())};
        for (std::size_t i = 0; i < roles_.size(); ++i) {
            after(moments_[i], i, &all.steps[i]);
            std::erase_if(all.steps[i], [](const auto& use) { return use.bytes <= 0; });
            std::ranges::sort(all.steps[i], {}, &kernels::PlaneUse::plane);
        }
        return all;
    }

    const PlaneProblem& problem_;
    std::int64_t moves_left_;
    std::vector<double> rest_;
    Roles roles_{};
    std::vector<Moment> moments_{};
    double end_ = HUGE_VAL;
};

}  // namespace

void improve_roles_locally(const PlaneProblem& problem, std::int64_t most_moves, Solution& best) {
    std::vector starts{strawman_schedule(problem), best.schedule};
    if (auto fixed = one_shot_schedule(problem, OneShot::best)) starts.push_back(std::move(*fixed));
    UsedSets shared;
    for (const auto& start : starts) {
        const auto found = RoleSearch(problem, most_moves / 2).run(start);
        offer(problem, found, best);
        const auto sets = used_sets(found);
        if (sets == shared) continue;
        if (problem.steps.size() >= many_steps &&
            least_end(problem, sets) * (1 + last_digits) >= best.value)
            continue;
        shared = sets;
        offer(problem, best_shares(problem, sets).schedule, best);
    }
    best.effort += most_moves;
}

}  // namespace lightsweep::solvers::swot
