#pragma once
// A prepared scheduler that solves a 0-1 program over walks at every point: a witness.

#include <functional>

#include "solvers/walk_space.hpp"

namespace lightsweep::solvers {

/// What branch and bound found.
struct ProgramWalk {
    std::vector<std::size_t> states;  ///< per step; empty if the budget gave no plan
    bool complete = false;            ///< proven within the node limit
    double bound = 0;                 ///< of the time without start-up and transmission [s]
};

/// Solves one point; delay and the row's other parameters in seconds.
using WalkProgram =
    std::function<ProgramWalk(const WalkSpace& space, const kernels::DelayRow& row, double delay)>;

/// `otherwise`: a walk that is always possible, for points whose budget gave none. Statuses are
/// optimal or budget; the bound is the program's own.
class ProgramPlan : public PreparedScheduler {
  public:
    ProgramPlan(WalkSpace space, WalkProgram program, std::vector<std::size_t> otherwise)
        : PreparedScheduler(space.decisions),
          space_(std::move(space)),
          program_(std::move(program)),
          otherwise_(std::move(otherwise)) {}

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;

  private:
    void evaluate_point(const kernels::DelayRow& row, std::size_t i, ResultRow& result) const;

    WalkSpace space_;
    WalkProgram program_;
    std::vector<std::size_t> otherwise_;
};

}  // namespace lightsweep::solvers
