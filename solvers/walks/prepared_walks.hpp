#pragma once
// The optimum over all walks delay by delay, where the list of walk_envelope.hpp would be long:
// many steps (sequences, millions of nodes) or many states. O(steps * states^2) per delay at worst.

#include "kernels/envelopes/layered_walk.hpp"
#include "solvers/walks/walk_envelope.hpp"

namespace lightsweep::solvers {

/// Rows as those of the list: the same values, and of equal schedules the same one. No envelope.
class PreparedWalks : public PreparedScheduler {
  public:
    explicit PreparedWalks(const WalkSpace& space);
    /// order: the decisions' states in the order of the problem's; empty: the same.
    PreparedWalks(DecisionSpace space, kernels::PairWalk problem,
                  std::vector<std::size_t> order = {})
        : PreparedScheduler(std::move(space)),
          problem_(std::move(problem)),
          order_(std::move(order)) {}
    std::size_t bytes() const override;

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;

  private:
    void store(const kernels::PairSweep& sweep, std::size_t lane, const kernels::DelayRow& row,
               std::size_t i, ResultRow& result) const;

    kernels::PairWalk problem_;
    std::vector<std::size_t> order_;
};

/// Walks under way beyond which listing them takes longer than some ten milliseconds.
inline constexpr std::size_t most_listed_walks = 1000;

/// The optimum over the walks of a space: as a list of schedules with slabs if that is short, delay
/// by delay otherwise.
Prepared optimum_over_walks(WalkSpace space);

}  // namespace lightsweep::solvers
