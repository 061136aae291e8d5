#pragma once
// A prepared scheduler whose schedules are a list of cost planes: every evaluation takes the least.

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers {

class PlanePlan : public PreparedScheduler {
  public:
    /// An empty table means that no schedule exists: every row is infeasible.
    PlanePlan(kernels::PlaneTable table, std::size_t decision_words)
        : table_(std::move(table)), words_(decision_words) {}
    void evaluate(const kernels::DelayRow& row, ResultRow& result) const override;
    const kernels::PlaneTable* envelope() const override { return &table_; }

  private:
    kernels::PlaneTable table_;
    std::size_t words_;
};

/// The plane of one decision mask; infinite congestion and hops if it uses an unreachable base.
kernels::CostPlane plane_of(const kernels::StepCosts& costs, std::vector<std::uint64_t> decision);

}  // namespace lightsweep::solvers
