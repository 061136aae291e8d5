#pragma once
// Common keys and checks of the studies of circuits: random circuits and running times.

#include "kernels/topologies/circuits.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

/// The key of the place, then circuits, seed and running_times, then the others.
std::vector<KeyEntry> circuit_keys(KeyEntry where, std::vector<KeyEntry> others);
/// random_circuits between so many servers, by the point's keys.
std::vector<kernels::Pair> circuits_at(const Point& point, kernels::Node servers);

/// Adds the faults of circuits, and of wavelengths if they are a key.
void check_circuit_keys(GridCheck& check);

/// The tuple [rows, columns] under a key. Throws std::invalid_argument unless it has two sizes >= 1
/// and at most 16,384 nodes; for more nodes the cuts take too long.
kernels::GridShape grid_shape(const Point& point, const std::string& key);
/// Largest number of interferometers along a side of a mesh: 2^22 of them take about 100 MB.
inline constexpr std::int64_t largest_mesh = 2048;
/// What is wrong with [rows, columns] of servers; empty if nothing is.
std::string shape_fault(const std::vector<std::int64_t>& tuple);
/// Reports every value of the key that shape_fault refuses.
void check_grid_shape(GridCheck& check, const std::string& key);

/// Total number of links over all routes.
double hops_of(const std::vector<std::vector<kernels::Node>>& routes);

}  // namespace lightsweep::sweeps
