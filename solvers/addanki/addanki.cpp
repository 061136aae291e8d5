#include "solvers/addanki/addanki.hpp"

#include <algorithm>

#include "solvers/addanki/reconfiguration_program.hpp"
#include "solvers/addanki/state_space.hpp"
#include "solvers/addanki/two_state.hpp"
#include "solvers/addanki/useful_schedules.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/contract/prepared_points.hpp"
#include "solvers/contract/prepared_sweep.hpp"
#include "solvers/walks/prepared_split.hpp"

namespace lightsweep::solvers::addanki {

namespace {

/// Longest step list whose schedules are listed; for longer ones the O(s) recurrence runs at every
/// point.
constexpr std::size_t most_listed_steps = 128;

struct StepTimes {
    std::vector<double> matched, base;

    StepTimes(const kernels::StepCosts& costs, const kernels::Parameters& p) {
        for (std::size_t i = 0; i < costs.steps(); ++i) {
            const double time = costs.matched_time(i, p);
            base.push_back(time + costs.extra_time(i, p));
            // The program charges one delay per matched step; the delays of further rounds are part
            // of the step's time.
            matched.push_back(time + (costs.rounds_of(i) - 1) * p.reconfiguration_delay);
        }
    }
};

PointSchedule solved_by_program(const kernels::StepCosts& costs, const kernels::Parameters& p,
                                int max_nodes) {
    const StepTimes times(costs, p);
    auto found = solve_program(times.matched, times.base, p.reconfiguration_delay, max_nodes);
    // Matching every step is always possible; it is used if the budget gave no schedule.
    if (found.decision.empty()) found.decision = kernels::matching_throughout(costs.steps());
    if (costs.has_rounds()) {
        const auto least = costs.relaxed();
        found.bound = time_of(least, decide_base_or_matching(least, p), p);
    }
    return {schedule_of(costs, std::move(found.decision)), found.bound,
            !found.complete      ? Status::budget
            : costs.has_rounds() ? Status::feasible
                                 : Status::optimal,
            found.complete ? Reason::none : Reason::node_limit};
}

}  // namespace

std::vector<std::uint64_t> decide_base_or_matching(const kernels::StepCosts& costs,
                                                   const kernels::Parameters& p) {
    const StepTimes times(costs, p);
    return solve_two_state(times.matched, times.base, p.reconfiguration_delay).decision;
}

std::unique_ptr<PreparedScheduler> prepare_addanki(std::shared_ptr<const Problem> problem,
                                                   const SchedulerOptions&) {
    if (problem->costs.has_rounds())
        return prepare_split(std::move(problem),
                             {decide_base_or_matching, decide_base_or_matching});
    if (problem->steps() > most_listed_steps)
        return std::make_unique<PreparedSweep>(
            base_or_matching(std::move(problem)),
            SweepRule{kernels::sweep_two_state, decide_base_or_matching, Status::optimal});
    return optimum_over_states(base_and_matching(std::move(problem)));
}

std::unique_ptr<PreparedScheduler> prepare_program(std::shared_ptr<const Problem> problem,
                                                   const SchedulerOptions& options) {
    const double volume = problem->costs.volume;
    const auto decide = [problem, most = options.max_nodes](const kernels::DelayRow& row,
                                                            std::size_t i) {
        return solved_by_program(
            problem->costs,
            {row.per_step_latency, row.per_hop_latency, row.message_time, 1.0, row.delays[i]},
            most);
    };
    return std::make_unique<PreparedPoints>(base_or_matching(problem), volume, decide);
}

double addanki_prepare_seconds(double n_steps) {
    return n_steps > most_listed_steps ? 1e-8 * n_steps : 3e-8 * n_steps * n_steps * n_steps;
}

double addanki_point_seconds(double n_steps) {
    return n_steps > most_listed_steps ? 1e-9 * n_steps : 1e-8;
}

double program_point_seconds(double n_steps) {
    return 5e-4 + 5e-5 * n_steps;
}

}  // namespace lightsweep::solvers::addanki
