#pragma once
// The optimum over walks delay by delay (solvers/walks/uniform_walks.hpp).
//
// At one message the least time is concave in the delay, with the reconfigurations as its slope:
// where two delays take equally many, so do all between, on the same walk. A rising row is halved
// until its ends agree, all open halves together.

#include <optional>

#include "solvers/walks/uniform_walks.hpp"

namespace lightsweep::solvers {

class UniformSweep : public PreparedScheduler {
  public:
    explicit UniformSweep(UniformWalks walks);
    std::size_t bytes() const override;
    /// Per weights the walk that weighs least; empty if there is no walk.
    std::vector<kernels::ListedSchedule> least_walks(
        std::span<const kernels::WalkWeights> weights) const;
    const UniformWalks& walks() const { return walks_; }

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override;
    kernels::WalkWeights weights_at(const kernels::DelayRow& row, std::size_t i) const;
    /// What a walk costs at delay i of the row.
    kernels::CostBreakdown cost_of(const kernels::DelayRow& row, std::size_t i,
                                   const kernels::ListedSchedule& schedule) const;
    /// Stores a walk as result i, with status optimal.
    void store(const kernels::DelayRow& row, std::size_t i, const kernels::ListedSchedule& schedule,
               ResultRow& result) const;

  private:
    /// A rising row being solved: per place its best walk, as far as it was asked for, and the
    /// place whose walk it takes.
    struct Row {
        std::vector<std::optional<kernels::ListedSchedule>> walks;
        std::vector<std::size_t> walk_of;
        std::vector<std::size_t> missing;
    };
    /// Assigns walks between two places, or lists what has to be asked for before.
    static void assign_between(Row& row, std::size_t low, std::size_t high);
    /// False if there is no walk.
    bool solve_missing(const kernels::DelayRow& parameters, Row& row) const;

    UniformWalks walks_;
};

// The walks that are best somewhere, found by asking: where a list of all walks that no other beats
// would be long (all-to-alls of hundreds of steps), few of them are ever the least.
//
// The least of the walks found so far is a lower envelope over (message time, delay), both in units
// of the latency per hop (kernels/envelopes/region_boundaries.hpp). It lies nowhere below the
// optimum, and both are concave, so that they are equal everywhere as soon as they are equal at the
// envelope's vertices. At every vertex the recurrence above is run; a walk that is
// better there is added, and cuts the vertex off. Ends when no vertex is left: O(walks found)
// recurrences.

/// Nothing once more than `most` recurrences were run, or if there is no walk.
std::optional<kernels::Envelope> supported_schedules(const UniformSweep& sweep, std::size_t most);

}  // namespace lightsweep::solvers
