#pragma once
// The rule of Addanki 2025, section 4, where topologies stand: a step's own circuits iff they save
// more than one delay over the base, else the base; what stands already is kept for free.

#include "solvers/walks/uniform_walks.hpp"

namespace lightsweep::solvers::one_accounting {

class PreparedThreshold : public PreparedScheduler {
  public:
    /// The choices of every step are the base and its own circuits, as far as they carry it.
    explicit PreparedThreshold(UniformWalks walks)
        : PreparedScheduler(walks.decisions), walks_(std::move(walks)) {}

  protected:
    /// Feasible: every step at its cheaper topology, without delays, bounds it from below.
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;

  private:
    UniformWalks walks_;
};

}  // namespace lightsweep::solvers::one_accounting
