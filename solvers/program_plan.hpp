#pragma once
// A prepared scheduler that solves a 0-1 program over walks at every point: a witness.

#include <functional>

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers {

/// What branch and bound found.
struct ProgramWalk {
    std::vector<std::size_t> states;  ///< per step; empty if the budget gave no plan
    bool complete = false;            ///< proven within the node limit
    double bound = 0;                 ///< of the time without start-up and transmission [s]
};

/// Walks as a program sees them.
struct WalkProgram {
    double volume = 0;  ///< sum of the steps' shares
    /// Solves one point; delay and the row's other parameters in seconds.
    std::function<ProgramWalk(const kernels::DelayRow& row, double delay)> solve;
    /// What one walk costs.
    std::function<kernels::CostPlane(const std::vector<std::size_t>& states)> plane;
    /// A walk that is always possible, for points whose budget gave none.
    std::vector<std::size_t> otherwise;
};

/// Statuses are optimal or budget; the bound is the program's own.
class ProgramPlan : public PreparedScheduler {
  public:
    ProgramPlan(DecisionSpace space, WalkProgram program)
        : PreparedScheduler(std::move(space)), program_(std::move(program)) {}

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;

  private:
    void evaluate_point(const kernels::DelayRow& row, std::size_t i, ResultRow& result) const;

    WalkProgram program_;
};

}  // namespace lightsweep::solvers
