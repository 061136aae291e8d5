#pragma once
// A prepared scheduler that decides point by point: rules without a list of schedules, and 0-1
// programs.

#include <functional>

#include "solvers/contract/prepared_scheduler.hpp"

namespace lightsweep::solvers {

/// What a scheduler finds at one point.
struct PointSchedule {
    kernels::ListedSchedule schedule;  ///< infinite hops: it stays on a base that disconnects
    double bound = 0;  ///< lower bound on the time [s]; the schedule's own time is another
    Status status = Status::optimal;
    Reason reason = Reason::none;
};

/// The parts of a schedule's time at delay i of a row; volume: sum of the steps' shares.
kernels::CostBreakdown cost_of(const kernels::ListedSchedule& schedule, std::size_t n_steps,
                               double volume, const kernels::DelayRow& row, std::size_t i);

class PreparedPoints : public PreparedScheduler {
  public:
    /// decide: the schedule at delay i of a row. Must be thread-safe.
    using Decide = std::function<PointSchedule(const kernels::DelayRow& row, std::size_t i)>;
    PreparedPoints(DecisionSpace space, double volume, Decide decide)
        : PreparedScheduler(std::move(space)), volume_(volume), decide_(std::move(decide)) {}

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;

  private:
    double volume_;
    Decide decide_;
};

}  // namespace lightsweep::solvers
