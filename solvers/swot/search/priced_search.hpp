#pragma once
// Priced search: a proof of optimality by a price on reconfigurations that cross from one step to
// the next.
//
// Cut a schedule before a step q. Every plane queued there reconfigures for some time a (its
// advance) before the cut, and at least for the debt 1 - a after it. The first steps allow a debt
// d, the others need an advance a', and they fit iff d + a' <= 1 for every plane. The Lagrangian
// relaxation of these inequalities with one price b >= 0 for all of them is
//
//     time >= A(history, b) + B_q(parked, b) - b * (planes queued)
//
//     A            the program of the history's steps (sequence_program.hpp) + b * sum of debts
//     B_q(P, b)    min over all ways to go on from P parked planes of (the program of the steps
//                  from q on + b * sum of advances)
//
// Weak duality proves this for every b. The same search over the steps from q on finds B_q itself:
// there the history starts with priced advances and ends with priced debts and B of a later step.
// Values are stored, and computed only as far as a proof needs them. If b is near the price of a
// plane's time (1 / planes if all are busy), the relaxation often has no gap.

#include "solvers/swot/problem/flat_map.hpp"
#include "solvers/swot/search/beam.hpp"

namespace lightsweep::solvers::swot {

/// Values within this relative distance count as equal.
inline constexpr double proof_tolerance = 1e-7;

class PricedSearch {
  public:
    /// 0 <= price <= 1 / planes.
    PricedSearch(const QueueProblem& problem, double price, Effort& effort, Incumbent& incumbent)
        : problem_(problem),
          price_(price),
          effort_(effort),
          incumbent_(incumbent),
          memo_(problem.steps() + 1),
          separate_(problem.steps() + 1) {}

    /// Searches below rising limits, so that bounds are useful without a good incumbent. True if it
    /// ended: the incumbent is optimal to proof_tolerance.
    bool run();
    /// Lower bound on all schedules, at most the incumbent's value.
    double lower_bound() const { return lower_bound_; }
    std::int64_t nodes() const { return nodes_; }

  private:
    /// A history extended by one step.
    struct Child {
        QueueReplay replay;
        int taken, parks;
        double priced;  ///< A minus the price of the queued planes
        double bound;
    };
    double lone_step(int step, std::uint64_t before, std::uint64_t after, int taken) const;
    double separate_steps(int step, std::uint64_t parked, double need);
    double known_advances(int step, std::uint64_t parked, double need);
    double advances(int step, std::uint64_t parked, double need);
    double go_on(const QueueReplay& replay, double priced, double best);
    std::vector<Child> children_of(const QueueReplay& replay, double priced, double start,
                                   double best);
    double limit() const;
    void visit(const QueueReplay& replay, double priced, double bound);
    void visit_all();

    const QueueProblem& problem_;
    double price_;
    Effort& effort_;
    Incumbent& incumbent_;
    SequenceProgram program_;
    QueueSequence history_;
    std::vector<FlatMap> memo_;  ///< per step; a negative entry -value is only a lower bound
    std::vector<FlatMap> separate_;
    double lower_bound_ = 0, ceiling_ = 0, open_ = 0;
    std::int64_t nodes_ = 0;
};

}  // namespace lightsweep::solvers::swot
