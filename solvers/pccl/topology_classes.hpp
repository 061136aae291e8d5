#pragma once
// What a collective may run on in PCCL (Algorithm 1): the initial topology G0, the standard ones of
// a pool, and every round's ideal topology I_i, which has exactly the circuits of its transfers.
// Topologies of the same directed links are one class; keeping a class is free.
//
//   round i may   stay in the class in force
//                 or, at one delay, change to a standard class (G0 only if return is allowed) or
//                 to its own ideal one: the ideal topology of another round is only ever kept

#include "solvers/walk_space.hpp"

namespace lightsweep::solvers::pccl {

using Subject = std::shared_ptr<const Structure>;

/// The classes as states: G0 is 0, then the pool's in their order, then ideal topologies in the
/// order of first use; costs by the structure's accounting. own[i] is that of I_i.
WalkSpace class_space(Subject structure, bool may_return);

/// Classes that a round may change to, ascending. Which of them may follow does not depend on the
/// class that is left.
std::vector<std::size_t> targets(const WalkSpace& space, std::size_t round);

}  // namespace lightsweep::solvers::pccl
