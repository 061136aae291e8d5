#pragma once
// A prepared scheduler with a list of schedule costs: every evaluation takes the cheapest one. It
// suits every scheduler whose useful schedules can be listed. O(delays + schedules) per row.

#include "solvers/contract/prepared_scheduler.hpp"

namespace lightsweep::solvers {

class PreparedEnvelope : public PreparedScheduler {
  public:
    /// An empty table means that no schedule exists; then every row is infeasible.
    PreparedEnvelope(kernels::Envelope table, DecisionSpace space)
        : PreparedScheduler(std::move(space)), table_(std::move(table)) {}
    const kernels::Envelope* envelope() const override { return &table_; }
    std::size_t bytes() const override { return table_.size() * (100 + 8 * space().words()); }

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;

  private:
    /// Copies decisions of more than two words: the words of number schedule[i] for each
    /// of n points.
    void copy_decisions(const std::int32_t* schedule, std::size_t n, std::uint64_t* to) const;

    kernels::Envelope table_;
};

/// Decisions that are places in a scheduler's own list of schedules.
DecisionSpace place_of_a_plan(Subject problem);

/// Schedule cost of one decision mask; congestion and hops are infinite if it uses the base in a
/// step that the base does not connect.
kernels::ListedSchedule schedule_of(const kernels::StepCosts& costs,
                                    std::vector<std::uint64_t> decision);

}  // namespace lightsweep::solvers
