#pragma once
// A prepared scheduler with a list of schedule costs: every evaluation takes the cheapest one. It
// suits every scheduler whose useful schedules can be listed. O(delays + schedules) per row.

#include <functional>
#include <vector>

#include "kernels/envelopes/layered_walk.hpp"
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

// A prepared scheduler that decides point by point: rules without a list of schedules, and 0-1
// programs.

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

// A prepared scheduler that decides step by step at every delay, such as the threshold rule.

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

// Base or matching step by step where the matching of a multi-ported step takes several
// configurations, because a node has fewer ports than the union has permutations
// (kernels/cost/step_costs.hpp).
//
// A matched step then pays a delay per configuration. Which permutations share a configuration is
// fixed, though it may not be the best choice, so that the plan is feasible only; the same decision
// problem with matchings that no plan beats (StepCosts::relaxed) bounds it.

/// How a point is decided, and how a time is found that no plan of this scheduler's kind beats: the
/// decision that is cheapest on the relaxed costs.
struct SplitRule {
    using Decide = std::vector<std::uint64_t> (*)(const kernels::StepCosts&,
                                                  const kernels::Parameters&);
    Decide decide, decide_bound;
};

/// Time of a decision, every delay included [s]; infinite if it stays on a base that disconnects.
double time_of(const kernels::StepCosts& costs, const std::vector<std::uint64_t>& decision,
               const kernels::Parameters& p);

Prepared prepare_split(Subject problem, SplitRule rule);

// The shortest way to a new scheduler: a function that decides one problem at one set of
// parameters.
//
// The function says which steps run on circuits of their own; all other steps run on the base. The
// adaptor calls it for every delay of a row, charges the decided schedule, and proves a bound:
//
//   bound = sum over steps of min(time on the base, time on own circuits), no delay at all
//
// No vector code is needed. A scheduler that proves worth its while can have a vector twin later
// (kernels/envelopes/layered_walk.hpp). solvers/example shows the whole of it.

/// One entry per step: true where it runs on its own circuits.
///
/// costs  hops, shares and stretches of the steps on the base
/// p      message_time() is the message over the node's bandwidth [s]; latencies and delay [s]
using ScalarDecision = std::vector<bool> (*)(const kernels::StepCosts& costs,
                                             const kernels::Parameters& p);

/// A prepared scheduler that asks `decide` at every delay.
Prepared prepare_scalar(ScalarDecision decide, Subject problem);

}  // namespace lightsweep::solvers
