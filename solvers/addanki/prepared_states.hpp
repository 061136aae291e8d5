#pragma once
// A prepared scheduler over states: it finds the walk of least time at every delay, eight delays at
// a time.

#include <optional>

#include "solvers/addanki/state_space.hpp"

namespace lightsweep::solvers::addanki {

class PreparedStates : public PreparedScheduler {
  public:
    /// changes: prices of pairs of states; if absent, every change costs one delay.
    PreparedStates(StateSpace space, std::optional<kernels::StateChanges> changes);
    std::size_t bytes() const override;

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;
    const kernels::StateCosts& costs() const { return costs_; }
    /// Stores one walk of the sweep's last solve as result i, with status optimal.
    void store(const kernels::StateSweep& sweep, std::size_t lane, const kernels::DelayRow& row,
               std::size_t i, ResultRow& result) const;

  private:
    kernels::StateCosts costs_;
    std::optional<kernels::StateChanges> changes_;
};

/// Optimum over the walks of a space where every change costs one delay: listed as schedule costs
/// where they are few, otherwise found delay by delay.
std::unique_ptr<PreparedScheduler> uniform_plan(StateSpace space);

}  // namespace lightsweep::solvers::addanki
