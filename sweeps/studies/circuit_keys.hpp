#pragma once
// What the studies of circuits share: how random circuits are asked for, and running times.

#include "kernels/circuits.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

/// circuits, seed, running_times.
std::vector<KeyEntry> random_circuit_keys();
/// random_circuits between so many servers, as the point's keys say.
std::vector<kernels::Pair> circuits_at(const Point& point, kernels::Node servers);

/// Faults of circuits, and of wavelengths if they are a key.
void check_circuit_keys(const GridSpec& grid, Faults& faults);

/// The tuple [rows, columns] under a key; std::invalid_argument unless it has two sizes >= 1 and
/// at most 16,384 nodes, beyond which cuts take too long.
kernels::GridShape grid_shape(const Point& point, const std::string& key);
/// Most interferometers along a side of a mesh: 2^22 of them take some 100 MB.
inline constexpr double largest_mesh = 2048;
/// Reports every value of the key that grid_shape refuses.
void check_grid_shape(const GridSpec& grid, const std::string& key, Faults& faults);

/// Links walked by all routes.
double hops_of(const std::vector<std::vector<kernels::Node>>& routes);

}  // namespace lightsweep::sweeps
