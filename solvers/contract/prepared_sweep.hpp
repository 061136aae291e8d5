#pragma once
// A prepared scheduler that decides step by step at every delay, such as the threshold rule.

#include "kernels/envelopes/step_sweep.hpp"
#include "solvers/contract/prepared_scheduler.hpp"

namespace lightsweep::solvers {

/// How a swept scheduler fills a row, which status it reports, and how it decides one point.
struct SweepRule {
    void (*sweep)(const kernels::StepCosts&, const kernels::DelayRow&, kernels::SweptRow&);
    std::vector<std::uint64_t> (*decide)(const kernels::StepCosts&, const kernels::Parameters&);
    /// Optimal: the bound equals the value; otherwise the sweep's bound is reported.
    Status status;
};

class PreparedSweep : public PreparedScheduler {
  public:
    PreparedSweep(DecisionSpace space, SweepRule rule)
        : PreparedScheduler(std::move(space)), rule_(rule) {}

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;

  private:
    void fill_decisions(const kernels::DelayRow& row, ResultRow& result) const;

    SweepRule rule_;
};

}  // namespace lightsweep::solvers
