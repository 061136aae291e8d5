#pragma once
// The optimum over walks delay by delay (solvers/common/uniform_walks.hpp).
//
// At one message the least time is concave in the delay, with the reconfigurations as its slope:
// where two delays take equally many, so do all between, on the same walk. A rising row is halved
// until its ends agree.

#include "solvers/common/uniform_walks.hpp"

namespace lightsweep::solvers::common {

class UniformSweep : public PreparedScheduler {
  public:
    explicit UniformSweep(UniformWalks walks);
    std::size_t bytes() const override;
    /// The walk whose hops, congestion and reconfigurations weigh least together; nothing if there
    /// is no walk.
    std::optional<kernels::CostPlane> least_walk(double per_hop, double per_congestion,
                                                 double per_change) const;
    std::size_t steps() const { return walks_.steps(); }
    double volume() const { return walks_.volume; }

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;

  private:
    struct Tables;
    /// From the last step, so that of equal walks the first is read off from the first step. False
    /// if there is no walk.
    bool solve(double per_hop, double per_congestion, double delay, Tables& tables) const;
    std::vector<std::size_t> walk(const Tables& tables) const;
    /// The best walk at one delay of a row.
    struct Solved {
        std::size_t place;
        kernels::CostPlane plane;
    };
    std::optional<Solved> solved(const kernels::DelayRow& row, std::size_t i) const;
    /// Stores what is between two of a rising row. False if there is no walk.
    bool fill_between(const kernels::DelayRow& row, const Solved& low, const Solved& high,
                      ResultRow& result) const;
    void store(const kernels::DelayRow& row, std::size_t i, const kernels::CostPlane& plane,
               ResultRow& result) const;

    UniformWalks walks_;
    std::vector<std::size_t> first_;  ///< of every step's choices among all
};

}  // namespace lightsweep::solvers::common
