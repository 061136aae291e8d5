#include "solvers/contract/scalar_scheduler.hpp"

#include <algorithm>
#include <utility>

#include "solvers/contract/prepared_envelope.hpp"

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

class PreparedScalar : public PreparedScheduler {
  public:
    PreparedScalar(ScalarDecision decide, DecisionSpace space)
        : PreparedScheduler(std::move(space)), decide_(decide) {}

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        result.resize(row.delays.size(), space().words());
        for (std::size_t i = 0; i < row.delays.size(); ++i)
            fill_point(
                {row.per_step_latency, row.per_hop_latency, row.message_time, 1.0, row.delays[i]},
                i, result);
    }

  private:
    void fill_point(const kernels::Parameters& p, std::size_t i, ResultRow& result) const {
        const auto& costs = structure().costs;
        const auto schedule = plane_of(costs, mask_of(decide_(costs, p)));
        result.set(i, {p.per_step_latency * static_cast<double>(costs.steps()),
                       p.per_hop_latency * schedule.hops, p.message_time() * costs.volume,
                       p.message_time() * schedule.congestion,
                       p.reconfiguration_delay * schedule.reconfigurations});
        const bool exists = schedule.hops < kernels::unreachable_cost;
        result.n_reconfigurations[i] = exists ? schedule.reconfigurations : -1;
        result.lower_bound[i] = std::min(result.completion[i], least_time(costs, p));
        result.status[i] = exists ? Status::feasible : Status::infeasible;
        result.reason[i] = exists ? Reason::none : Reason::base_disconnects_step;
        if (!exists) result.completion[i] = kernels::unreachable_cost;
        if (result.want_decisions)
            std::copy_n(schedule.decision.begin(), space().words(),
                        result.decision.begin() + static_cast<std::ptrdiff_t>(i * space().words()));
    }

    ScalarDecision decide_;
};

}  // namespace

std::unique_ptr<PreparedScheduler> prepare_scalar(ScalarDecision decide,
                                                  std::shared_ptr<const Problem> problem) {
    return std::make_unique<PreparedScalar>(decide, base_or_matching(std::move(problem)));
}

}  // namespace lightsweep::solvers
