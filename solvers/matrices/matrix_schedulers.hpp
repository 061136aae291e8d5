#pragma once
// Schedulers of uneven all-to-alls (collective = alltoall/matrix) as registry functions.
//
//   rotor        the shifts in turn, plane j every k-th from j + 1 on; over two hops every node
//                first spreads its row evenly (Valiant), then all shifts come again
//   birkhoff     the exact decomposition, the fewest permutations, or the best prefix and cover
//   solstice     halved thresholds;  eclipse  the greedy quotient (decompositions.hpp)
//   matrix-milp  the least time of up to 6 nodes by a 0-1 program, a witness
//   static       the base carries the matrix over several hops: H (per_step + per_hop) + the load
//                of the busiest link, H = the farthest pair (rules = common; a formula)
//
// A list of slices is shared out slice by slice or carried by all planes together, whichever ends
// first. Bounds: solvers/matrices/slices.hpp.

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers::matrices {

Prepared prepare_rotor(Subject, const SchedulerOptions&);
Prepared prepare_birkhoff(Subject, const SchedulerOptions&);
Prepared prepare_solstice(Subject, const SchedulerOptions&);
Prepared prepare_eclipse(Subject, const SchedulerOptions&);
Prepared prepare_matrix_milp(Subject, const SchedulerOptions&);
Prepared prepare_static(Subject);

/// Refuses other collectives, and planes that differ.
std::optional<Reason> refuse_other_than_matrices(const Problem&, const SchedulerOptions&);
/// Refuses matrices whose flow over a base would be too large a program.
std::optional<Reason> refuse_large_flows(const Problem&);
/// Refuses larger matrices than its program takes as well.
std::optional<Reason> refuse_large_matrices(const Problem&, const SchedulerOptions&);

}  // namespace lightsweep::solvers::matrices
