#pragma once
// Topologies that may stand from step to step, and what every step costs on each of them.
//
//   reuse   the base and every distinct matching, in the order of first use; whatever stands is
//           free, and a matching may carry later steps over several hops
//   pool    several bases, and each step's own matching, which is set up anew whenever it is used
//
// Both start on the structure's base.

#include "kernels/state_sweep.hpp"
#include "solvers/scheduler.hpp"

namespace lightsweep::solvers::addanki {

struct StateSpace {
    kernels::StateCosts costs;
    DecisionSpace decisions;
};

/// Concurrent flow of every step on every topology, in closed form on matchings. Throws
/// std::invalid_argument above kernels::most_states topologies.
StateSpace reuse_states(std::shared_ptr<const Structure> structure);
StateSpace pool_states(std::shared_ptr<const Structure> structure);

/// The topologies of reuse_states, without the costs; own[i]: the state of step i's matching, of
/// the base where it has the same circuits; of the step before where nobody sends.
struct DistinctMatchings {
    DecisionSpace decisions;
    std::vector<std::size_t> own;
};
DistinctMatchings distinct_matchings(std::shared_ptr<const Structure> structure);

/// The plane of one walk through the states.
kernels::CostPlane plane_of(const kernels::StateCosts& costs, std::vector<std::uint64_t> decision);

}  // namespace lightsweep::solvers::addanki
