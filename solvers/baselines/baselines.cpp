#include "solvers/baselines/baselines.hpp"

#include <cmath>

#include "solvers/addanki/addanki.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/contract/prepared_sweep.hpp"
#include "solvers/walks/prepared_split.hpp"

namespace lightsweep::solvers::baselines {

namespace {

std::unique_ptr<PreparedScheduler> fixed_plan(std::shared_ptr<const Problem> structure,
                                              kernels::DecisionMask decision) {
    const auto& costs = structure->costs;
    auto plane = plane_of(costs, std::move(decision));
    std::vector<kernels::ListedSchedule> planes;
    if (std::isfinite(plane.congestion)) planes.push_back(std::move(plane));
    return std::make_unique<PreparedEnvelope>(
        kernels::Envelope(costs.steps(), costs.volume, std::move(planes)),
        base_or_matching(std::move(structure)));
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

std::unique_ptr<PreparedScheduler> prepare_static(std::shared_ptr<const Problem> structure,
                                                  const SchedulerOptions&) {
    const std::size_t steps = structure->steps();
    return fixed_plan(std::move(structure), kernels::base_throughout(steps));
}

std::unique_ptr<PreparedScheduler> prepare_every_step(std::shared_ptr<const Problem> structure,
                                                      const SchedulerOptions&) {
    if (structure->costs.has_rounds())
        return std::make_unique<PreparedSplit>(std::move(structure),
                                               SplitRule{decide_matching, decide_matching});
    const std::size_t steps = structure->steps();
    return fixed_plan(std::move(structure), kernels::matching_throughout(steps));
}

std::unique_ptr<PreparedScheduler> prepare_threshold(std::shared_ptr<const Problem> structure,
                                                     const SchedulerOptions&) {
    if (structure->costs.has_rounds())
        return std::make_unique<PreparedSplit>(
            std::move(structure), SplitRule{decide_threshold, addanki::decide_base_or_matching});
    return std::make_unique<PreparedSweep>(
        base_or_matching(std::move(structure)),
        SweepRule{kernels::sweep_threshold, decide_threshold, Status::feasible});
}

double threshold_point_seconds(double n_steps) {
    return 1e-8 + 1e-9 * n_steps;
}

}  // namespace lightsweep::solvers::baselines
