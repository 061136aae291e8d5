#pragma once
// Best pool: chooses the bases that the switches should be able to take, for a given size of the
// pool.
//
// The choice is made at every point, among the pools that hold the base in force at the start and
// `size` - 1 other bases. If there are few pools, all are tried. Otherwise a heuristic adds bases
// one by one, each time the one that saves most. A pool never loses by growing, so the time with
// all candidates is a proven lower bound, and the row reports the gap to it. Limit case: size 1 is
// the base or the matching, as in eq. 7.

#include "solvers/walks/uniform_sweep.hpp"

namespace lightsweep::solvers::addanki {

class PreparedBestPool : public UniformSweep {
  public:
    /// size: bases of a pool including the first, 1..bases. most_pools: largest number of pools
    /// that are all tried.
    PreparedBestPool(UniformWalks walks, std::size_t size, std::size_t most_pools);
    bool is_exhaustive() const { return !pools_.empty(); }

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;

  private:
    struct Search;
    /// The best pool at each delay of the row, by trying all.
    void try_all(Search& search) const;
    /// Forbids the states outside the pool that is chosen for each delay of a block.
    void choose(Search& search, std::size_t first) const;
    /// Adds to every pool of a block the base that saves most; false if no base saves anything.
    bool add_one(Search& search, std::size_t first) const;
    /// Bounds result i by the walk among all bases that is the best of its block's lane.
    void bound_by_all(Search& search, std::size_t lane, const kernels::DelayRow& row, std::size_t i,
                      ResultRow& result) const;

    std::size_t size_;
    /// States of each pool; empty if there are too many pools.
    std::vector<std::vector<std::uint16_t>> pools_;
};

/// Number of pools of that size that hold the first of n bases; counts up to `most` + 1.
std::size_t count_pools(std::size_t bases, std::size_t size, std::size_t most);

}  // namespace lightsweep::solvers::addanki
