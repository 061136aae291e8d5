#pragma once
// The least-time walk through topologies, one per step, where every change costs one delay and who
// may change to what depends on the step alone (rules = common).
//
//   f_i(j) = cost_i(j) + min( f_(i-1)(j),  D + min over k of f_(i-1)(k) )        from the base
//
// A shortest path in a layered graph: O(steps * states) per delay. Which walks are best at some
// message, latency and delay is found once, as the walks that no other beats in hops, congestion
// and reconfigurations at once (kernels/plane_minimum.hpp evaluates them); where those are too many
// to be listed, the recurrence runs delay by delay.

#include <optional>

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers::common {

struct UniformWalks {
    DecisionSpace decisions;
    std::vector<kernels::StepCosts> on;  ///< per state
    /// Per step the states that it may change to, ascending.
    std::vector<std::vector<std::size_t>> targets;
    bool may_stay = true;  ///< in a state that is no target of the step
    std::size_t steps() const { return targets.size(); }
    std::size_t states() const { return on.size(); }
};

/// Walks that no other beats, or nothing once more than `most` are under way. Ties: fewest changes,
/// then the state that comes first at the first step that differs.
std::optional<kernels::PlaneTable> list_walks(const UniformWalks& walks, std::size_t most);

/// Without states that another one beats or equals in hops and congestion at every step: they are
/// in no walk that is the only best one. The base and the order of the others stay.
UniformWalks without_dominated(UniformWalks walks);

/// The plane of one walk.
kernels::CostPlane plane_of(const UniformWalks& walks, const std::vector<std::size_t>& states);

/// The optimum over all walks: as a list if that is short, delay by delay otherwise. Infeasible if
/// there is no walk.
std::unique_ptr<PreparedScheduler> optimum_over(UniformWalks walks);
/// The same, never as a list: the witness of the list.
std::unique_ptr<PreparedScheduler> optimum_by_recurrence(UniformWalks walks);

}  // namespace lightsweep::solvers::common
