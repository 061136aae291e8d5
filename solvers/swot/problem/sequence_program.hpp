#pragma once
// The least time of a sequence (queue_problem.hpp), as a linear program without clocks.
//
// x_i is the length of step i's window. A link of c planes from step b to step a reconfigures after
// an early stop y in window b, during the windows between them, and before a late start z in window
// a:
//
//     n_i x_i - sum of c y (links from i) - sum of c z (links to i) >= w_i + n_i L
//     y + z + sum of x_t (b < t < a) >= 1          (per link; y = 0 if b = -1)
//
// With x_i = (w_i + n_i L + ...) / n_i + idle_i substituted, only links that full windows do not
// cover remain as rows of a covering program. The program does not require works >= 0: a use with
// negative work is dominated by dropping it, so the minimum over all sequences is not affected. For
// this to hold, planes that keep their configuration at the start must not reconfigure before they
// use it: on such a start y <= x, written as z + sum of x_t (b <= t < a) >= 1.

#include "kernels/planes/plane_problem.hpp"
#include "solvers/milp/covering_program.hpp"
#include "solvers/swot/problem/queue_problem.hpp"

namespace lightsweep::solvers::swot {

struct SequenceTimes {
    double value = 0;                 ///< sum of the windows [units]
    std::vector<double> windows;      ///< per step
    std::vector<double> early, late;  ///< per link of the replay: y, z
};

/// Entries of a program's tableau per transition.
inline constexpr std::int64_t entries_per_transition = 6;

class SequenceProgram {
  public:
    static constexpr std::int64_t unlimited = INT64_MAX / entries_per_transition;

    /// Times of the steps that the replay has: all, or the first few. Exact to about 1e-9 relative;
    /// the value is infinite if the program would cost more than most_effort.
    SequenceTimes solve(const QueueProblem& problem, const QueueReplay& replay,
                        std::int64_t most_effort = unlimited);

    /// For steps cut out of a schedule: the minimum of the sum of their windows plus
    ///
    ///     start * sum of the advances + end * sum of the debts
    ///
    /// A plane queued at the start (from = -1) with advance a has reconfigured for a before it. A
    /// plane left queued at the end reconfigures for its debt afterwards. At an infinite price
    /// there are no advances; debts without a price are not counted.
    double priced(const QueueProblem& problem, const QueueReplay& replay, double start, double end);

    /// Cost of the last program, in transitions.
    std::int64_t effort() const { return 50 + program_.work() / entries_per_transition; }

  private:
    struct Column {
        enum class Kind { early, late, idle } kind;
        int index;  ///< link, or step
        int step;
        double share;  ///< share of its step's window: planes / users, or 1
    };
    /// A link, and the first of the windows that belong to it alone.
    struct Row {
        int link, begin;
    };
    void add_open(const QueueReplay& replay, double end);
    void build(const QueueProblem& problem, const QueueReplay& replay, double start, double end);
    void add_rows(bool held);
    void add_columns(const QueueReplay& replay, double start, double end);
    void fill();

    milp::CoveringProgram program_;
    std::vector<QueueLink> links_;  ///< links of the replay, then those that are still open
    /// Total length of the windows before each step if all users work all the time.
    std::vector<double> ends_;
    std::vector<Row> rows_;        ///< links that full windows do not cover
    std::vector<Column> columns_;  ///< sorted by step
    std::vector<int> before_;      ///< number of columns of the steps before each one
};

/// The schedule of the sequence at those times, on `problem` without empty steps. Uses with
/// negative work are left out and the others share their bytes; the time is then given by the
/// replay.
kernels::PlaneSchedule schedule_of(const kernels::PlaneProblem& problem, const QueueProblem& queue,
                                   const QueueSequence& sequence, const SequenceTimes& times);

}  // namespace lightsweep::solvers::swot
