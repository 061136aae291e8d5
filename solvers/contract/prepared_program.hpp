#pragma once
// A prepared scheduler that solves a 0-1 program over walks at every point: a witness.

#include <functional>

#include "solvers/contract/prepared_scheduler.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers {

/// Result of branch and bound.
struct ProgramWalk {
    std::vector<std::size_t> states;  ///< state of each step; empty if the budget gave no walk
    bool complete = false;            ///< true: optimality was proven within the node limit
    double bound = 0;                 ///< bound on the time without start-up and transmission [s]
};

/// Solves a program whose data are seconds in units of `scale`; `states` extracts the walk from the
/// values of the columns.
ProgramWalk solve_scaled(
    const milp::LinearProgram& program, double scale, int max_nodes,
    const std::function<std::vector<std::size_t>(const std::vector<double>&)>& states);

/// A family of walks, as the program needs it.
struct WalkProgram {
    double volume = 0;  ///< sum of the steps' shares
    /// Solves one point; the delay and the row's other parameters are in seconds.
    std::function<ProgramWalk(const kernels::DelayRow& row, double delay)> solve;
    /// Schedule cost of one walk.
    std::function<kernels::ListedSchedule(const std::vector<std::size_t>& states)> plane;
    /// A walk that is always possible, for points where the budget gave none.
    std::vector<std::size_t> otherwise;
};

/// Evaluates points one by one. The status is optimal or budget; the bound is the program's own.
class PreparedProgram : public PreparedScheduler {
  public:
    PreparedProgram(DecisionSpace space, WalkProgram program)
        : PreparedScheduler(std::move(space)), program_(std::move(program)) {}

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;

  private:
    void evaluate_point(const kernels::DelayRow& row, std::size_t i, ResultRow& result) const;

    WalkProgram program_;
};

}  // namespace lightsweep::solvers
