#pragma once
// Plans that walk through states: the least walk at every delay, eight at a time.

#include <optional>

#include "solvers/addanki/state_space.hpp"

namespace lightsweep::solvers::addanki {

class StatePlan : public PreparedScheduler {
  public:
    /// changes: what pairs of states cost; nothing: every change costs one delay.
    StatePlan(StateSpace space, std::optional<kernels::StateChanges> changes);
    std::size_t bytes() const override;

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;
    const kernels::StateCosts& costs() const { return costs_; }
    /// Stores one walk of the sweep's last solve as result i, optimal.
    void store(const kernels::StateSweep& sweep, std::size_t lane, const kernels::DelayRow& row,
               std::size_t i, ResultRow& result) const;

  private:
    kernels::StateCosts costs_;
    std::optional<kernels::StateChanges> changes_;
};

/// The optimum over the walks of a space where every change costs one delay: as cost planes where
/// they are few enough to list, delay by delay otherwise.
std::unique_ptr<PreparedScheduler> uniform_plan(StateSpace space);

}  // namespace lightsweep::solvers::addanki
