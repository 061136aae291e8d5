#include "solvers/baselines/baselines.hpp"

#include <cmath>

#include "solvers/plane_plan.hpp"
#include "solvers/swept_plan.hpp"

namespace lightsweep::solvers::baselines {

namespace {

std::unique_ptr<PreparedScheduler> fixed_plan(const Structure& structure,
                                              std::uint64_t every_word) {
    std::vector<std::uint64_t> decision(structure.decision_words(), every_word);
    const std::size_t tail = structure.steps() % 64;
    if (structure.steps() == 0)
        decision.back() = 0;
    else if (tail != 0)
        decision.back() &= (std::uint64_t{1} << tail) - 1;
    auto plane = plane_of(structure.costs, std::move(decision));
    std::vector<kernels::CostPlane> planes;
    if (std::isfinite(plane.congestion)) planes.push_back(std::move(plane));
    return std::make_unique<PlanePlan>(
        kernels::PlaneTable(structure.steps(), structure.costs.volume, std::move(planes)),
        structure.decision_words());
}

std::vector<std::uint64_t> decide_threshold(const kernels::StepCosts& costs,
                                            const kernels::Parameters& p) {
    std::vector<std::uint64_t> decision(costs.steps() == 0 ? 1 : (costs.steps() + 63) / 64, 0);
    for (std::size_t i = 0; i < costs.steps(); ++i)
        if (costs.extra_time(i, p) > p.reconfiguration_delay)
            decision[i / 64] |= std::uint64_t{1} << (i % 64);
    return decision;
}

}  // namespace

std::unique_ptr<PreparedScheduler> prepare_static(std::shared_ptr<const Structure> structure,
                                                  const SchedulerOptions&) {
    return fixed_plan(*structure, 0);
}

std::unique_ptr<PreparedScheduler> prepare_every_step(std::shared_ptr<const Structure> structure,
                                                      const SchedulerOptions&) {
    return fixed_plan(*structure, ~std::uint64_t{0});
}

std::unique_ptr<PreparedScheduler> prepare_threshold(std::shared_ptr<const Structure> structure,
                                                     const SchedulerOptions&) {
    return std::make_unique<SweptPlan>(
        std::move(structure),
        SweepRule{kernels::sweep_threshold, decide_threshold, Status::feasible});
}

double fixed_prepare_seconds(double n_steps) {
    return 1e-8 * n_steps;
}
double fixed_point_seconds(double) {
    return 1e-8;
}
double threshold_point_seconds(double n_steps) {
    return 1e-8 + 1e-9 * n_steps;
}

}  // namespace lightsweep::solvers::baselines
