#pragma once
// What the studies of circuits share: how random circuits are asked for, and running times.

#include "kernels/circuits.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

/// circuits, seed, running_times.
std::vector<KeyEntry> random_circuit_keys();
/// random_circuits between so many servers, as the point's keys say.
std::vector<kernels::Pair> circuits_at(const Point& point, kernels::Node servers);

/// The tuple [rows, columns] under a key; std::invalid_argument unless it has two sizes >= 1 and
/// at most 2^30 nodes.
kernels::GridShape grid_shape(const Point& point, const std::string& key);
/// Reports every value of the key that grid_shape refuses.
void check_grid_shape(const GridSpec& grid, const std::string& key, Faults& faults);

/// Links walked by all routes.
double hops_of(const std::vector<std::vector<kernels::Node>>& routes);

}  // namespace lightsweep::sweeps
