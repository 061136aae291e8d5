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
// that planes that hold the first configuration from the start must not reconfigure before it: on
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

class SequenceProgram {
  public:
    /// Of the steps that the replay has: all, or the first few. Exact to about 1e-9 relative.
    SequenceTimes solve(const QueueProblem& problem, const QueueReplay& replay);

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
    void add_rows(const QueueProblem& problem, const QueueReplay& replay,
                  const std::vector<double>& ends);
    void add_columns(const QueueReplay& replay, int steps);
    void fill(const QueueReplay& replay, const std::vector<double>& ends);

    CoveringProgram program_;
    std::vector<Row> rows_;  ///< those that full windows do not cover
    std::vector<Column> columns_;
};

/// The schedule of the sequence at those times, on `problem` without empty steps. Uses whose work
/// would be negative are left out, and the rest shares their bytes: the replay then says the time.
kernels::PlaneSchedule schedule_of(const kernels::PlaneProblem& problem, const QueueProblem& queue,
                                   const QueueSequence& sequence, const SequenceTimes& times);

}  // namespace lightsweep::solvers::swot
