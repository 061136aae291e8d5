#pragma once
// The least-time walk through topologies, one per step, where every change costs one delay and who
// may change to what depends on the step alone (rules = common).
//
//   f_i(j) = cost_i(j) + min( f_(i-1)(j),  D + min over k of f_(i-1)(k) )        from the base
//
// and, where the rules have the base restored, one more D after the last step if j is not the base.
// A shortest path in a layered graph: O(choices) per delay. Which walks are best at some message,
// latency and delay is found once, as the walks that no other beats in hops, congestion and
// reconfigurations at once (kernels/plane_minimum.hpp evaluates them), or, where those are many, as
// those that are best somewhere (supported_planes.hpp); where these are many too, the recurrence
// runs delay by delay.

#include <optional>

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers::common {

/// A topology that carries a step, and what the step costs on it.
struct Choice {
    std::uint32_t state;
    bool may_enter;  ///< else it is only ever kept
    double hops, congestion;
};

struct UniformWalks {
    DecisionSpace decisions;                   ///< its topologies are the states, 0 the base
    double volume = 0;                         ///< sum of the steps' shares
    std::vector<std::vector<Choice>> choices;  ///< per step, by rising states

    std::size_t steps() const { return choices.size(); }
    std::size_t states() const { return decisions.topologies.size(); }
};

/// Walks that no other beats, or nothing once more than about `most` are under way. Ties: fewest
/// changes, then the state that comes first at the first step that differs.
std::optional<kernels::PlaneTable> list_walks(const UniformWalks& walks, std::size_t most);

/// Without states that another one beats or equals in hops and congestion at every step: they are
/// in no walk that is the only best one. For walks where every choice may be entered; the base and
/// the order of the others stay.
UniformWalks without_dominated(const UniformWalks& walks);

/// The plane of one walk, all of whose states are choices.
kernels::CostPlane plane_of(const UniformWalks& walks, const std::vector<std::size_t>& states);

/// The optimum over all walks: as a list if that is short, delay by delay otherwise. Infeasible if
/// there is no walk.
std::unique_ptr<PreparedScheduler> optimum_over(UniformWalks walks);
/// The same, never as a list: the witness of the list.
std::unique_ptr<PreparedScheduler> optimum_by_recurrence(UniformWalks walks);

}  // namespace lightsweep::solvers::common
