#pragma once
// The least time of a sequence (queue_problem.hpp): a linear program without clocks.
//
// x_i is the length of step i's window. A link of c planes from step b to step a reconfigures after
// an early stop y in window b, during the windows between, and before a late start z in window a:
//
//     n_i x_i - sum of c y (links from i) - sum of c z (links to i) >= w_i + n_i L
//     y + z + sum of x_t (b < t < a) >= 1                                  (per link; y = 0 if b =
//     -1)
//
// With x_i = (w_i + n_i L + ...) / n_i + idle_i put in, only links that are not covered by full
// windows remain as rows of a covering program. The program does not ask for works >= 0: a use with
// negative work is dominated by dropping it, so minima over all sequences are not affected. For
// that planes that keep what they hold at the start must not reconfigure before they use it: on
// such a start y <= x, as  z + sum of x_t (b <= t < a) >= 1.

#include "kernels/plane_schedule.hpp"
#include "solvers/swot/covering_program.hpp"
#include "solvers/swot/queue_problem.hpp"

namespace lightsweep::solvers::swot {

struct SequenceTimes {
    double value = 0;                 ///< sum of the windows [units]
    std::vector<double> windows;      ///< per step
    std::vector<double> early, late;  ///< per link of the replay: y, z
};

inline constexpr std::int64_t entries_per_transition = 6;  ///< of a program's tableau

class SequenceProgram {
  public:
    static constexpr std::int64_t unlimited = INT64_MAX / entries_per_transition;

    /// Of the steps that the replay has: all, or the first few. Exact to about 1e-9 relative; an
    /// infinite value if it would cost more than most_effort.
    SequenceTimes solve(const QueueProblem& problem, const QueueReplay& replay,
                        std::int64_t most_effort = unlimited);

    /// Steps cut out of a schedule: the least of their windows' sum plus
    ///
    ///     start * sum of the advances + end * sum of the debts
    ///
    /// where a plane queued at the start (from = -1) with advance a reconfigured for that long
    /// before it, and one left queued reconfigures for its debt afterwards. No advance is to be had
    /// at an infinite price, and debts at no price are not counted.
    double priced(const QueueProblem& problem, const QueueReplay& replay, double start, double end);

    /// What the last program cost, in transitions.
    std::int64_t effort() const { return 50 + program_.work() / entries_per_transition; }

  private:
    struct Column {
        enum class Kind { early, late, idle } kind;
        int index;  ///< link, or step
        int step;
        double share;  ///< of its step's window: planes / users, or 1
    };
    /// A link, and the first of the windows that it has for itself.
    struct Row {
        int link, begin;
    };
    void add_open(const QueueReplay& replay, double end);
    void build(const QueueProblem& problem, const QueueReplay& replay, double start, double end);
    void add_rows(bool held);
    void add_columns(const QueueReplay& replay, double start, double end);
    void fill();

    CoveringProgram program_;
    std::vector<QueueLink> links_;  ///< of the replay, then those that are still open
    std::vector<double> ends_;      ///< windows before each step if all users work for all of them
    std::vector<Row> rows_;         ///< those that full windows do not cover
    std::vector<Column> columns_;   ///< by step
    std::vector<int> before_;       ///< columns of steps before each one
};

/// The schedule of the sequence at those times, on `problem` without empty steps. Uses whose work
/// would be negative are left out, and the rest shares their bytes: the replay then says the time.
kernels::PlaneSchedule schedule_of(const kernels::PlaneProblem& problem, const QueueProblem& queue,
                                   const QueueSequence& sequence, const SequenceTimes& times);

}  // namespace lightsweep::solvers::swot
