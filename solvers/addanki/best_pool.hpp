#pragma once
// The best pool of a given size: which bases should the switches be able to take?
//
// Every point chooses for itself among the pools that hold the base in force at the start and
// `size` - 1 of the others. All of them are tried where they are few. Otherwise bases are added one
// by one, each time the one that saves most; a pool can only gain by growing, so the time with all
// candidates is a proven lower bound, and the row says how far the choice is from it.

#include "solvers/addanki/state_plan.hpp"

namespace lightsweep::solvers::addanki {

class BestPoolPlan : public StatePlan {
  public:
    /// size: bases of a pool, the first included, 1..bases; most_pools: tried one by one.
    BestPoolPlan(StateSpace space, std::size_t size, std::size_t most_pools);
    bool is_exhaustive() const { return !pools_.empty(); }

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;

  private:
    struct Search;
    /// The best of all pools, per delay of the row.
    void try_all(Search& search, const kernels::DelayRow& row) const;
    /// Forbids what is outside of the pool chosen for each delay of a block.
    void choose(Search& search, std::size_t first, std::size_t lanes) const;
    /// Adds to every pool of a block the base that saves most; false if none saves anything.
    bool add_one(Search& search, std::size_t first) const;
    void bound_by_all(Search& search, std::size_t first, std::size_t lanes,
                      ResultRow& result) const;

    std::size_t size_;
    std::vector<std::vector<std::uint16_t>> pools_;  ///< states of each; empty: too many
};

/// Pools of that size that hold the first of n bases; at most `most` + 1 is returned.
std::size_t count_pools(std::size_t bases, std::size_t size, std::size_t most);

}  // namespace lightsweep::solvers::addanki
