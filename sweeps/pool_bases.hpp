#pragma once
// From the keys `pool`, `pool_size` and `switching` to what the solvers take.

#include "solvers/scheduler.hpp"
#include "sweeps/spec/fault.hpp"
#include "sweeps/spec/grid.hpp"

namespace lightsweep::sweeps {

/// The members of the grid's pool other than `base`, and what switching costs, in the order base
/// first. degree: ports of a node, 0 if not given (on_ports); size: pool_size, 0 if it is not
/// given. Throws std::invalid_argument with the reason, NotApplicable if a member has too many
/// links.
solvers::Pool pool_beside(const kernels::Topology& base, const GridSpec& grid,
                          kernels::LinkBandwidth bandwidth, kernels::Node degree, int size);

/// Adds every fault of the pool on the grid's numbers of nodes: unknown names, members that refuse
/// the nodes, a pool_size beyond the pool, a matrix over a pool without the base.
void check_pool(const GridSpec& grid, Faults& faults);

}  // namespace lightsweep::sweeps
