#pragma once
// Interface of a lower bound on the remaining time, as searches use it.

#include "solvers/swot/problem/effort.hpp"

namespace lightsweep::solvers::swot {

class RestBound {
  public:
    virtual ~RestBound() = default;

    /// A lower bound on the steps `step`, ... from the state (debts ascending, one per queued
    /// plane). If the bound is above `need`, any value of at least `need` may be returned.
    virtual double from(int step, std::uint64_t parked, const double* debts, int queued,
                        double need, Effort& effort) = 0;

    /// The bound if no plane has a debt.
    virtual double at_best(int step, std::uint64_t parked, double need) = 0;

    /// It remembers no answers, so that several threads may ask at once.
    virtual bool is_constant() const = 0;
};

}  // namespace lightsweep::solvers::swot
