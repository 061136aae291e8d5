#pragma once
// State spaces: the topologies that may stay from step to step, with the cost of every step on each
// of them.
//
//   reuse   the base and every distinct matching, in the order of first use. Keeping a topology is
//           free, and a matching may carry later steps over several hops
//   pool    several bases, and each step's own matching, which is set up anew whenever it is used
//
// Both start on the problem's base.

#include "solvers/walks/uniform_walks.hpp"

namespace lightsweep::solvers::addanki {

/// Measure every step on every topology by concurrent flow, in closed form on matchings. Throw
/// std::invalid_argument above kernels::most_states topologies.
UniformWalks reuse_states(std::shared_ptr<const Problem> problem);
UniformWalks pool_states(std::shared_ptr<const Problem> problem);
/// The pool of the base alone, with one bit per step.
UniformWalks base_and_matching(std::shared_ptr<const Problem> problem);

/// Topologies of reuse_states without the costs. own[i] is the state of step i's matching. It is
/// the base if the base has the same circuits, and the state of the step before if no node sends.
struct DistinctMatchings {
    DecisionSpace decisions;
    std::vector<std::size_t> own;
};
DistinctMatchings distinct_matchings(std::shared_ptr<const Problem> problem);

}  // namespace lightsweep::solvers::addanki
