#pragma once
// State spaces: the topologies that may stay from step to step, with the cost of every step on each
// of them.
//
//   reuse   the base and every distinct matching, in the order of first use. Keeping a topology is
//           free, and a matching may carry later steps over several hops
//   pool    several bases, and each step's own matching, which is set up anew whenever it is used
//
// Both start on the problem's base.

#include "kernels/envelopes/layered_walk.hpp"
#include "solvers/walks/uniform_walks.hpp"

namespace lightsweep::solvers::addanki {

/// Measure every step on every topology by concurrent flow, in closed form on matchings. Throw
/// std::invalid_argument above kernels::most_states topologies.
UniformWalks reuse_states(Subject problem);
UniformWalks pool_states(Subject problem);
/// The pool of the base alone, with one bit per step.
UniformWalks base_and_matching(Subject problem);

/// Topologies of reuse_states without the costs. own[i] is the state of step i's matching. It is
/// the base if the base has the same circuits, and the state of the step before if no node sends.
struct DistinctMatchings {
    DecisionSpace decisions;
    std::vector<std::size_t> own;
};
DistinctMatchings distinct_matchings(Subject problem);

// Walks where each pair of topologies has its own price of change: by the links or ports that
// change, or by given factors.

/// Prices delay * [ports > 0] + port_delay * ports, between {base, matching} of one step and of the
/// next; `ports` are those whose target has to be set. A node has as many ports as links on the
/// base, at least one, and a matching points all of them at the same peer. O(steps * links).
kernels::PairWalk port_walk(const UniformWalks& walks);

/// Factors on the delay between the bases of a pool and matchings: the share of wanted links that
/// are new (Switching::Price::by_links), or the given factors (by_pair).
kernels::PairWalk pool_walk(const UniformWalks& walks);

}  // namespace lightsweep::solvers::addanki
