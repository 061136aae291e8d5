#pragma once
// Builds problems on WDM rings for the rules that have them: the task, the ring and its
// wavelengths.

#include "sweeps/points/grid_points.hpp"

namespace lightsweep::sweeps {

/// The ring at these indices, of n nodes, and what is to be done on it; transmitters: 0 where the
/// grid gives none. shares_lanes: a node's bandwidth is shared by its wavelengths.
solvers::LightpathRings rings_at(const GridSpec& grid, const Indices& indices, kernels::Node n,
                                 bool shares_lanes);

/// The problem on that ring.
solvers::Problem ring_structure(const solvers::LightpathRings& rings, kernels::Node n);

}  // namespace lightsweep::sweeps
