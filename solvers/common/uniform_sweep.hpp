#pragma once
// The optimum over walks delay by delay (solvers/common/uniform_walks.hpp).

#include "solvers/common/uniform_walks.hpp"

namespace lightsweep::solvers::common {

class UniformSweep : public PreparedScheduler {
  public:
    explicit UniformSweep(UniformWalks walks);
    std::size_t bytes() const override;

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;

  private:
    struct Tables;
    /// From the last step, so that of equal walks the first is read off from the first step.
    void solve(double delay, const std::vector<double>& time, Tables& tables) const;
    std::vector<std::size_t> walk(const Tables& tables) const;
    void store(const kernels::DelayRow& row, std::size_t i, const std::vector<std::size_t>& states,
               ResultRow& result) const;

    UniformWalks walks_;
    std::vector<std::uint8_t> is_target_;    ///< [step][state]
    std::vector<double> hops_, congestion_;  ///< [step][state]
};

}  // namespace lightsweep::solvers::common
