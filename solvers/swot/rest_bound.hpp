#pragma once
// What a search asks of a lower bound on the time that is left.

#include <cstdint>

namespace lightsweep::solvers::swot {

class RestBound {
  public:
    virtual ~RestBound() = default;

    /// A lower bound on steps `step`, ... from the state (debts ascending, one per queued plane).
    /// Above `need` any value that is at least `need` will do.
    virtual double from(int step, std::uint64_t parked, const double* debts, int queued,
                        double need) = 0;

    /// The same when no plane has a debt.
    virtual double at_best(int step, std::uint64_t parked, double need) = 0;
};

}  // namespace lightsweep::solvers::swot
