#include "solvers/walks/prepared_split.hpp"

#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/contract/prepared_points.hpp"

namespace lightsweep::solvers {

double time_of(const kernels::StepCosts& costs, const std::vector<std::uint64_t>& decision,
               const kernels::Parameters& p) {
    return cost_of(schedule_of(costs, decision), costs.steps(), costs.volume, kernels::row_at(p), 0)
        .total();
}

std::unique_ptr<PreparedScheduler> prepare_split(std::shared_ptr<const Problem> problem,
                                                 SplitRule rule) {
    const double volume = problem->costs.volume;
    auto space = base_or_matching(problem);
    const auto decide = [rule, problem, relaxed = problem->costs.relaxed()](
                            const kernels::DelayRow& row, std::size_t i) -> PointSchedule {
        const kernels::Parameters p{row.per_step_latency, row.per_hop_latency, row.message_time,
                                    1.0, row.delays[i]};
        return {schedule_of(problem->costs, rule.decide(problem->costs, p)),
                time_of(relaxed, rule.decide_bound(relaxed, p), p), Status::feasible};
    };
    return std::make_unique<PreparedPoints>(std::move(space), volume, decide);
}

}  // namespace lightsweep::solvers
