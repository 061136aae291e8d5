#include "solvers/baselines/baseline_rows.hpp"

#include <cmath>

#include "solvers/addanki/addanki.hpp"
#include "solvers/contract/prepared_envelope.hpp"

namespace lightsweep::solvers::baselines {

namespace {

Prepared fixed_plan(Subject problem, kernels::DecisionMask decision) {
    const auto& costs = problem->costs;
    auto schedule = schedule_of(costs, std::move(decision));
    std::vector<kernels::ListedSchedule> schedules;
    if (std::isfinite(schedule.congestion)) schedules.push_back(std::move(schedule));
    return std::make_unique<PreparedEnvelope>(
        kernels::Envelope(costs.steps(), costs.volume, std::move(schedules)),
        base_or_matching(std::move(problem)));
}

std::vector<std::uint64_t> decide_threshold(const kernels::StepCosts& costs,
                                            const kernels::Parameters& p) {
    auto decision = kernels::base_throughout(costs.steps());
    for (std::size_t i = 0; i < costs.steps(); ++i)
        if (costs.extra_time(i, p) > costs.rounds_of(i) * p.reconfiguration_delay)
            kernels::match_step(decision, i);
    return decision;
}

std::vector<std::uint64_t> decide_matching(const kernels::StepCosts& costs,
                                           const kernels::Parameters&) {
    return kernels::matching_throughout(costs.steps());
}

}  // namespace

Prepared prepare_static(Subject problem, const SchedulerOptions&) {
    const std::size_t steps = problem->steps();
    return fixed_plan(std::move(problem), kernels::base_throughout(steps));
}

Prepared prepare_every_step(Subject problem, const SchedulerOptions&) {
    if (problem->costs.has_rounds())
        return prepare_split(std::move(problem), {decide_matching, decide_matching});
    const std::size_t steps = problem->steps();
    return fixed_plan(std::move(problem), kernels::matching_throughout(steps));
}

Prepared prepare_threshold(Subject problem, const SchedulerOptions&) {
    if (problem->costs.has_rounds())
        return prepare_split(std::move(problem),
                             {decide_threshold, addanki::decide_base_or_matching});
    return std::make_unique<PreparedSweep>(
        base_or_matching(std::move(problem)),
        SweepRule{kernels::sweep_threshold, decide_threshold, Status::feasible});
}

}  // namespace lightsweep::solvers::baselines
