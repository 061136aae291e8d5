#include "solvers/contract/scalar_scheduler.hpp"

#include <algorithm>

#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/contract/prepared_points.hpp"

namespace lightsweep::solvers {

namespace {

std::vector<std::uint64_t> mask_of(const std::vector<bool>& matched) {
    std::vector<std::uint64_t> mask(kernels::decision_words(matched.size(), 1), 0);
    for (std::size_t i = 0; i < matched.size(); ++i)
        if (matched[i]) mask[i / 64] |= std::uint64_t{1} << (i % 64);
    return mask;
}

/// Lower bound: sum over steps of the smaller time on the base or on own circuits, without delays.
double least_time(const kernels::StepCosts& costs, const kernels::Parameters& p) {
    double sum = 0;
    for (std::size_t i = 0; i < costs.steps(); ++i)
        sum += costs.matched_time(i, p) + std::min(0.0, costs.extra_time(i, p));
    return sum;
}

}  // namespace

std::unique_ptr<PreparedScheduler> prepare_scalar(ScalarDecision decide,
                                                  std::shared_ptr<const Problem> problem) {
    const double volume = problem->costs.volume;
    const auto decided = [decide, problem](const kernels::DelayRow& row,
                                           std::size_t i) -> PointSchedule {
        const kernels::Parameters p{row.per_step_latency, row.per_hop_latency, row.message_time,
                                    1.0, row.delays[i]};
        return {schedule_of(problem->costs, mask_of(decide(problem->costs, p))),
                least_time(problem->costs, p), Status::feasible};
    };
    return std::make_unique<PreparedPoints>(base_or_matching(problem), volume, decided);
}

}  // namespace lightsweep::solvers
