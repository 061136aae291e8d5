#pragma once
// PCCL's optimum delay by delay, where its schedules are too many to be listed: a recurrence from
// the last round,
//
//   rest(i, s) = min( time(i, s) + rest(i + 1, s),
//                     delay + min over targets k of time(i, k) + rest(i + 1, k) )
//
// O(rounds * classes) per delay. Ties: fewest changes, then the smallest class at the first round
// that differs.

#include "solvers/walk_space.hpp"

namespace lightsweep::solvers::pccl {

class ClassSweep : public PreparedScheduler {
  public:
    explicit ClassSweep(WalkSpace space);
    std::size_t bytes() const override;

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;

  private:
    struct Rest {
        double cost;
        std::int32_t changes;
    };
    struct Tables;
    /// Fills rest and target from the times.
    void solve(double delay, Tables& tables) const;
    void read_off(const kernels::DelayRow& row, std::size_t at, const Tables& tables,
                  ResultRow& result) const;

    WalkSpace space_;
    std::vector<std::vector<std::size_t>> targets_;
};

}  // namespace lightsweep::solvers::pccl
