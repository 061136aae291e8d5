#pragma once
// The topologies on which a collective may run in PCCL (Algorithm 1): the initial topology G0, the
// standard topologies of a pool, and every round's ideal topology I_i, which has exactly the
// circuits of its transfers. Topologies with the same directed links form one class; keeping a
// class is free.
//
//   round i may   stay in the class in force,
//                 or, for one delay, change to a standard class (G0 only if return is allowed),
//                 or, for one delay, change to its own ideal one; that of another round can only
//                 be kept

#include "solvers/walks/uniform_walks.hpp"
#include "solvers/walks/walk_space.hpp"

namespace lightsweep::solvers::pccl {

using Subject = std::shared_ptr<const Problem>;

/// The classes as states: G0 is state 0, then the pool's in their order, then ideal topologies in
/// the order of first use. Costs follow the problem's accounting. own[i] is the class of I_i.
WalkSpace class_space(Subject problem, bool may_return);

/// Classes that a round may change to, ascending. They do not depend on the class that is left.
std::vector<std::size_t> targets(const WalkSpace& space, std::size_t round);

/// The same walks as choices per round.
UniformWalks class_walks(const WalkSpace& space);

}  // namespace lightsweep::solvers::pccl
