#pragma once
// The least-time walk through topologies, one per step, where every change costs one delay and who
// may change to what depends on the step alone (rules = common, and PCCL's classes of topologies).
//
// The recurrence is kernels/envelopes/layered_walk.hpp, state 0 being the base. Which walks are
// best at some message, latency and delay is found once, as the walks that no other beats in hops,
// congestion and reconfigurations at once (kernels/envelopes/envelope.hpp evaluates them), or,
// where those are many, as those that are best somewhere (uniform_sweep.hpp); where these are
// many too, the recurrence runs at the delays (uniform_sweep.hpp).

#include <optional>

#include "kernels/envelopes/layered_walk.hpp"
#include "solvers/contract/prepared_scheduler.hpp"

namespace lightsweep::solvers {

using kernels::StateCost;

struct UniformWalks {
    DecisionSpace decisions;                      ///< its topologies are the states, 0 the base
    double volume = 0;                            ///< sum of the steps' shares
    std::vector<std::vector<StateCost>> choices;  ///< per step, by rising states
    /// Times are summed step by step, not taken from the walk's sums: rounding alone differs.
    bool sums_by_step = false;

    std::size_t steps() const { return choices.size(); }
    /// Topologies, and each step's own matching if decisions have one: it stands for one step.
    std::size_t states() const { return standing() + (decisions.own_matching ? 1 : 0); }
    std::size_t standing() const { return decisions.topologies.size(); }
    /// The choice of a step that names the state.
    const StateCost& choice(std::size_t step, std::size_t state) const;
    kernels::LayeredWalk layers() const {
        return {choices, states(), decisions.rules.restore, standing()};
    }
};

/// Walks that no other beats, or nothing once more than about `most` are under way. Ties: fewest
/// changes, then the state that comes first at the first step that differs.
std::optional<kernels::Envelope> list_walks(const UniformWalks& walks, std::size_t most);

/// Without states that another one beats or equals in hops and congestion at every step: they are
/// in no walk that is the only best one. For walks where every choice may be entered; the base and
/// the order of the others stay.
UniformWalks without_dominated(const UniformWalks& walks);

/// The schedule of one walk, all of whose states are choices.
kernels::ListedSchedule schedule_of(const UniformWalks& walks,
                                    const std::vector<std::size_t>& states);

/// The optimum over all walks: as a list if that is short, delay by delay otherwise. Infeasible if
/// there is no walk.
Prepared optimum_over(UniformWalks walks);
/// The same, never as a list: the witness of the list.
Prepared optimum_by_recurrence(UniformWalks walks);

}  // namespace lightsweep::solvers
