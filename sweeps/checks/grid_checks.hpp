#pragma once
// Checks of a grid as a whole: reasons why it cannot be evaluated although each of its keys is
// valid.

#include <string>
#include <vector>

#include "sweeps/spec/documents/fault.hpp"
#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// Adds every fault, with place, value and remedy: edge lists and custom steps that do not fit the
/// nodes, keys that are never read beside the others (planes beside bandwidth, an order that no
/// algorithm obeys), and parameters whose completion time overflows.
void check_grid(const GridSpec& grid, Faults& faults);

/// The part of check_grid for links from a file, on every number of nodes; true if they fit all.
bool check_edges(const GridSpec& grid, const AxisValues& nodes, Faults& faults);
/// The part of check_grid for base topologies: builds every one and reports what it refuses.
void check_topologies(const GridSpec& grid, Faults& faults);
/// The part of check_grid for uneven all-to-alls.
void check_matrices(const GridSpec& grid, Faults& faults);

/// The part of check_grid for the pool: unknown names, members that refuse the nodes, a pool_size
/// larger than the pool, and a matrix over a pool without the base.
void check_pool(const GridSpec& grid, Faults& faults);

/// The part of check_grid for the key dims: every entry must be read by a topology or an algorithm
/// of as many dimensions. note_dims() names algorithms that no entry fits.
void check_dims(const GridSpec& grid, Faults& faults);
void note_dims(const GridSpec& grid, std::vector<std::string>& notes);

/// The part of check_grid for groups: members that do not exist or stand in two groups, groups that
/// differ in size or do not cut the nodes, hardware and collectives that have none.
void check_groups(const GridSpec& grid, Faults& faults);
/// A sentence about nodes in no group; empty if there are none.
std::string note_on_groups(const GridSpec& grid);

/// Notes for `plan` on settings that are legal but may surprise, one sentence each.
std::vector<std::string> notes_on(const Sweep& sweep);

/// Adds one fault if the completion time of some point may not be finite. Points are checked one by
/// one only if this upper bound overflows at the worst corner of the parametric axes:
///
///     time <= steps * (per_step + n * hop_cost * per_hop + delay + n^2 * port_delay
///                      + compute_time)
///             + steps * share * (m / b) * n / c
///
/// n is the number of nodes: no path is longer, and no link is shared by more pairs. c is the rate
/// of the slowest link over b. share is the largest part of the message that a step sends.
void check_overflow(const GridSpec& grid, Faults& faults);

}  // namespace lightsweep::sweeps
