#pragma once
// Converts the keys `pool`, `pool_size` and `switching` into the solvers' Pool.

#include "solvers/contract/problem.hpp"
#include "sweeps/spec/grid.hpp"

namespace lightsweep::sweeps {

/// The members of the grid's pool other than `base`, and the price of switching, with the base
/// first. degree: ports of a node, 0 if not given (on_ports). size: pool_size, 0 if not given.
/// Throws std::invalid_argument with the reason, and NotApplicable if a member has too many links.
solvers::Pool pool_beside(const kernels::Topology& base, const GridSpec& grid,
                          kernels::LinkBandwidth bandwidth, kernels::Node degree, int size);

}  // namespace lightsweep::sweeps
