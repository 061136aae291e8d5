#pragma once
// Lower bound on the time of the remaining steps from any state, by dynamic programming over whole
// debts: a plane's debt is a full reconfiguration or none.
//
// The exact time from a state (parked planes, queue debts) never falls when a debt grows. Round
// debts down to 0 or 1, and let early stops y cost nothing and leave no debt. Then
//
//     V_i(P, l) = min over taken f, parking p, stops m_j in {0, 1} of  x + V_{i+1}(P', l')
//       n = P[configuration] + f users,   n - p leave for the queue,   one of them or a parked one
//       defines the end: m_last = 0 if p = 0
//       x  = L + (w + sum of the debts taken) / n
//       l' = waiting debts - x, rounded down, and 1 - m_j, ascending
//
// is at most the exact time: the relaxed ends and debts stay componentwise below the true ones, and
// idling makes up for the difference. Only states that are asked for are computed, and only as far
// as the question needs. Finer grids prove more but take far longer; label sweeps
// (label_layers.hpp) are better for that.

#include "solvers/swot/problem/flat_map.hpp"
#include "solvers/swot/problem/queue_problem.hpp"
#include "solvers/swot/problem/solution.hpp"

namespace lightsweep::solvers::swot {

class GridValue : public RestBound {
  public:
    /// When the effort is spent, answers fall back to the ideal time, which is still a lower bound.
    GridValue(const QueueProblem& problem, Effort& effort);

    /// The least time of the steps `step`, ... from queue levels (packed, ascending), if it is
    /// below `need`. Otherwise a lower bound that is at least `need`, or as large as the effort
    /// allowed.
    double at(int step, std::uint64_t parked, std::uint64_t levels, double need);

    /// The same from exact debts [units], ascending, one per queued plane.
    double from(int step, std::uint64_t parked, const double* debts, int queued, double need,
                Effort&) override;
    bool is_constant() const override { return false; }
    double at_best(int step, std::uint64_t parked, double need) override {
        return at(step, parked, 0, need);
    }

  private:
    struct Move {
        int step, users, leaving, waiting;
        /// Parked planes after the step; debts of the waiting planes.
        std::uint64_t parked, debts;
        double taken_debt, last_debt;  ///< debts of the planes taken: sum, largest [units]
    };
    double search(int step, std::uint64_t parked, std::uint64_t levels, double need);
    void try_taking(int step, std::uint64_t parked, std::uint64_t levels, int taken, double& best);
    void try_stops(const Move& move, double& best);

    const QueueProblem& problem_;
    Effort& effort_;
    std::vector<FlatMap> memo_;  ///< per step; a negative entry -value is only a lower bound
};

}  // namespace lightsweep::solvers::swot
