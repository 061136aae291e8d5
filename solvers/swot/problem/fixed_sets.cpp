#include "solvers/swot/problem/fixed_sets.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "solvers/milp/clock_program.hpp"
#include "solvers/swot/problem/baselines.hpp"

namespace lightsweep::solvers::swot {

using kernels::InitialPlanes;
using kernels::PlaneProblem;

namespace {

/// Builds the program in units of `unit` seconds.
class Clocks {
  public:
    Clocks(const PlaneProblem& problem, const UsedSets& used, double unit)
        : problem_(problem),
          held_(kernels::held_at_start(problem)),
          unit_(unit),
          last_(problem.planes.size()) {
        for (const auto& step : problem.steps)
            for (const auto& plane : problem.planes)
                horizon += (step.volume() / plane.bandwidth + problem.base_latency +
                            plane.reconfiguration_delay + step.computation) /
                           unit;
        for (std::size_t i = 0; i < used.size(); ++i) {
            computed_ += problem.steps[i].computation / unit;
            if (problem.steps[i].bytes > 0) add_step(problem.steps[i], used[i]);
        }
    }

    milp::ClockProgram program;
    double horizon = 1;                    ///< upper limit of all ends
    std::vector<std::vector<int>> shares;  ///< per loaded step: columns of q, as the used planes

  private:
    struct LastUse {
        std::optional<milp::ClockProgram::End> end;
        std::int64_t configuration = 0;
    };

    void add_step(const kernels::PlaneStep& step, const std::vector<UsedPlane>& planes) {
        program.add_step(std::exchange(computed_, 0.0));
        std::vector<int> work;  // row of each permutation
        for (std::size_t c = 0; c < step.peers(); ++c)
            work.push_back(
                program.add_work(step.peer(c).bytes / problem_.total_bandwidth() / unit_));
        shares.emplace_back();
        for (const auto& [j, peer] : planes) {
            const auto wanted = step.peer(peer).configuration;
            const auto sender = program.add_sender(
                work[peer], problem_.planes[j].bandwidth / problem_.total_bandwidth(), 1,
                problem_.base_latency / unit_);
            if (!holds(wanted, j))
                program.begin_after(sender, last_[j].end,
                                    problem_.planes[j].reconfiguration_delay / unit_);
            shares.back().push_back(sender.share);
            last_[j] = {sender.end, wanted};
        }
    }

    bool holds(std::int64_t wanted, int j) const {
        if (last_[j].end) return last_[j].configuration == wanted;
        return problem_.initial == InitialPlanes::free || held_[j] == wanted;
    }

    const PlaneProblem& problem_;
    std::vector<kernels::HeldConfiguration> held_;
    double unit_;
    std::vector<LastUse> last_;
    double computed_ = 0;  ///< computation since the last step with bytes
};

/// Drops uses without time; the others share exactly the bytes of their permutations.
std::vector<kernels::PlaneUse> uses_of(const PlaneProblem& problem,
                                       const std::vector<UsedPlane>& planes,
                                       const std::vector<int>& columns,
                                       const std::vector<double>& x,
                                       const kernels::PlaneStep& step) {
    std::vector<kernels::PlaneUse> uses;
    std::vector<double> sums(step.peers(), 0.0);
    for (std::size_t t = 0; t < planes.size(); ++t) {
        const double share = x[columns[t]] * problem.planes[planes[t].plane].bandwidth;
        if (share <= 0) continue;
        uses.push_back({planes[t].plane, share, planes[t].peer});
        sums[planes[t].peer] += share;
    }
    for (auto& use : uses) use.bytes *= step.peer(use.peer).bytes / sums[use.peer];
    return uses;
}

}  // namespace

UsedSets used_sets(const kernels::PlaneSchedule& schedule) {
    UsedSets sets;
    for (const auto& uses : schedule.steps) {
        sets.emplace_back();
        for (const auto& use : uses) sets.back().push_back({use.plane, use.peer});
        std::ranges::sort(sets.back(), {}, &UsedPlane::plane);
    }
    return sets;
}

double least_end(const PlaneProblem& problem, const UsedSets& used) {
    struct Clock {
        kernels::HeldConfiguration held;
        double free_since = 0;
    };
    const auto held = kernels::held_at_start(problem);
    std::vector<Clock> clocks(held.begin(), held.end());
    double end = 0;
    for (std::size_t i = 0; i < used.size(); ++i) {
        const auto& step = problem.steps[i];
        const double begin = end += step.computation;
        std::vector<std::vector<std::pair<double, double>>> offered(step.peers());
        for (const auto& [j, peer] : used[i]) {
            auto& clock = clocks[j];
            const auto wanted = step.peer(peer).configuration;
            const bool holds =
                clock.held == wanted || (problem.initial == InitialPlanes::free && !clock.held);
            const double delay = problem.planes[j].reconfiguration_delay;
            const double from =
                problem.base_latency + (holds ? begin : std::max(begin, clock.free_since + delay));
            offered[peer].emplace_back(from, problem.planes[j].bandwidth);
            clock = {wanted, from};
        }
        for (std::size_t c = 0; c < step.peers() && step.bytes > 0; ++c)
            end = std::max(end, water_level(offered[c], step.peer(c).bytes));
    }
    return end;
}

FixedSets best_shares(const PlaneProblem& problem, const UsedSets& used) {
    double unit = problem.base_latency;
    for (const auto& plane : problem.planes) unit = std::max(unit, plane.reconfiguration_delay);
    for (const auto& step : problem.steps)
        unit = std::max({unit, step.volume() / problem.total_bandwidth(), step.computation});
    FixedSets result{0, {std::vector<std::vector<kernels::PlaneUse>>(problem.steps.size())}};
    Clocks clocks(problem, used, unit);
    if (clocks.shares.empty()) return result;
    const auto solution = clocks.program.solve(clocks.horizon);
    result.value = solution.bound * unit;
    std::size_t loaded = 0;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (problem.steps[i].bytes > 0)
            result.schedule.steps[i] =
                uses_of(problem, used[i], clocks.shares[loaded++], solution.x, problem.steps[i]);
    return result;
}

}  // namespace lightsweep::solvers::swot
