#pragma once
// A prepared scheduler that finds its schedule step by step at every delay.

#include "kernels/step_sweep.hpp"
#include "solvers/scheduler.hpp"

namespace lightsweep::solvers {

/// How a swept scheduler fills a row, what it says of it, and how it decides one point.
struct SweepRule {
    void (*sweep)(const kernels::StepCosts&, const kernels::DelayRow&, kernels::SweptRow&);
    std::vector<std::uint64_t> (*decide)(const kernels::StepCosts&, const kernels::Parameters&);
    Status status;  ///< optimal: the bound is the value; else the sweep's bound counts
};

class SweptPlan : public PreparedScheduler {
  public:
    SweptPlan(DecisionSpace space, SweepRule rule)
        : PreparedScheduler(std::move(space)), rule_(rule) {}

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;

  private:
    void fill_decisions(const kernels::DelayRow& row, ResultRow& result) const;

    SweepRule rule_;
};

}  // namespace lightsweep::solvers
