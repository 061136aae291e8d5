#include "solvers/example/patient.hpp"

#include <utility>

#include "solvers/contract/prepared_envelope.hpp"

namespace lightsweep::solvers::example {

namespace {

std::vector<bool> decide(const kernels::StepCosts& costs, const kernels::Parameters& p) {
    std::vector<bool> matched(costs.steps(), false);
    double wasted = 0;
    for (std::size_t i = 0; i < costs.steps(); ++i) {
        const double extra = costs.extra_time(i, p);
        wasted += extra;
        matched[i] = extra > 0 && wasted > p.reconfiguration_delay;
    }
    return matched;
}

}  // namespace

std::unique_ptr<PreparedScheduler> prepare_patient(std::shared_ptr<const Problem> problem,
                                                   const SchedulerOptions&) {
    return prepare_scalar(decide, std::move(problem));
}

}  // namespace lightsweep::solvers::example
