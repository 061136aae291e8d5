#pragma once
// A prepared scheduler whose schedules are a list of cost planes: every evaluation takes the least.

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers {

class PlanePlan : public PreparedScheduler {
  public:
    /// An empty table means that no schedule exists: every row is infeasible.
    PlanePlan(kernels::PlaneTable table, DecisionSpace space)
        : PreparedScheduler(std::move(space)), table_(std::move(table)) {}
    const kernels::PlaneTable* envelope() const override { return &table_; }
    std::size_t bytes() const override { return table_.size() * (100 + 8 * space().words()); }

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;

  private:
    /// Decisions of more than two words of n points on these planes.
    void copy_decisions(const std::int32_t* plane, std::size_t n, std::uint64_t* to) const;

    kernels::PlaneTable table_;
};

/// Decisions are places in a scheduler's own list of plans.
DecisionSpace place_of_a_plan(std::shared_ptr<const Structure> structure);

/// The plane of one decision mask; infinite congestion and hops if it uses an unreachable base.
kernels::CostPlane plane_of(const kernels::StepCosts& costs, std::vector<std::uint64_t> decision);

}  // namespace lightsweep::solvers
