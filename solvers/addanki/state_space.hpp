#pragma once
// State spaces: the topologies that may stay from step to step, with the cost of every step on each
// of them.
//
//   reuse   the base and every distinct matching, in the order of first use. Keeping a topology is
//           free, and a matching may carry later steps over several hops
//   pool    several bases, and each step's own matching, which is set up anew whenever it is used
//
// Both start on the structure's base.

#include "kernels/envelopes/state_sweep.hpp"
#include "solvers/contract/prepared_scheduler.hpp"

namespace lightsweep::solvers::addanki {

struct StateSpace {
    kernels::StateCosts costs;
    DecisionSpace decisions;
};

/// Measure every step on every topology by concurrent flow, in closed form on matchings. Throw
/// std::invalid_argument above kernels::most_states topologies.
StateSpace reuse_states(std::shared_ptr<const Problem> structure);
StateSpace pool_states(std::shared_ptr<const Problem> structure);

/// Topologies of reuse_states without the costs. own[i] is the state of step i's matching. It is
/// the base if the base has the same circuits, and the state of the step before if no node sends.
struct DistinctMatchings {
    DecisionSpace decisions;
    std::vector<std::size_t> own;
};
DistinctMatchings distinct_matchings(std::shared_ptr<const Problem> structure);

/// Schedule cost of one walk through the states.
kernels::ListedSchedule plane_of(const kernels::StateCosts& costs,
                                 std::vector<std::uint64_t> decision);

}  // namespace lightsweep::solvers::addanki
