#include "solvers/swot/finish_solution.hpp"

#include <algorithm>

namespace lightsweep::solvers::swot {

using kernels::PlaneProblem;
using kernels::PlaneSchedule;

void offer(const PlaneProblem& problem, const PlaneSchedule& schedule, Solution& best) {
    const auto timeline = kernels::replay_planes(problem, schedule);
    if (!timeline.violation.empty() || timeline.end() >= best.value) return;
    best.value = timeline.end();
    best.schedule = schedule;
}

void finish_solution(Solution& solution) {
    solution.lower_bound = std::min(solution.lower_bound, solution.value);
    solution.proven = solution.value <= solution.lower_bound * (1 + proven_gap);
    solution.exhausted = !solution.proven && solution.effort + solution.nodes > 0;
}

PlaneSchedule over_all_steps(const PlaneProblem& problem, const std::vector<std::size_t>& loaded,
                             PlaneSchedule schedule) {
    PlaneSchedule whole{std::vector<std::vector<kernels::PlaneUse>>(problem.steps.size())};
    for (std::size_t l = 0; l < loaded.size(); ++l)
        whole.steps[loaded[l]] = std::move(schedule.steps[l]);
    return whole;
}

}  // namespace lightsweep::solvers::swot
