#pragma once
// Why a grid cannot be evaluated although each of its keys is in order.

#include "sweeps/grid_points.hpp"
#include "sweeps/spec/fault.hpp"

namespace lightsweep::sweeps {

/// Adds every fault, with place, value and remedy: edge lists and custom steps that do not fit the
/// nodes, keys that nothing reads beside the others (planes beside bandwidth, an order that no
/// algorithm obeys), parameters whose completion time overflows.
void check_grid(const GridSpec& grid, Faults& faults);

/// The part of check_grid about `rules` and the keys of one accounting or of Bruck alone: route,
/// initial, restore, mirrored, radix, volumes, switch_ports.
void check_rules(const GridSpec& grid, Faults& faults);

/// The part of check_grid about rules = optree: topologies with wavelengths, their collectives, the
/// rate of one wavelength, and the keys that nobody else reads.
void check_rings(const GridSpec& grid, Faults& faults);

/// The part of check_grid about the key dims: every entry is read by a topology or an algorithm of
/// as many dimensions. The note names algorithms that no entry fits.
void check_dims(const GridSpec& grid, Faults& faults);
void note_dims(const GridSpec& grid, std::vector<std::string>& notes);

/// The collectives of a grid by their names.
std::vector<std::string> collectives_of(const GridSpec& grid);

/// What is legal but may surprise, one sentence each, for `plan`.
std::vector<std::string> notes_on(const GridSpec& grid);

/// Adds one fault if the completion time of some point may be no finite number. Cheap: only if an
/// upper bound at the worst corner of the parametric axes overflows, points are looked at singly.
///
///     time <= steps * (per_step + n * hop_cost * per_hop + delay + n^2 * port_delay +
///     compute_time)
///             + steps * share * (m / b) * n / c
///
/// n: nodes, no path is longer and no link shared by more pairs; c: the thinnest link over b;
/// share: the largest part of the message that a step sends.
void check_overflow(const GridSpec& grid, Faults& faults);

}  // namespace lightsweep::sweeps
