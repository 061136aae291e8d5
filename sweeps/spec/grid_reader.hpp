#pragma once
// Reads the table of one grid into a GridSpec.

#include <map>
#include <optional>
#include <string>

#include "sweeps/spec/axis_reader.hpp"
#include "sweeps/spec/grid.hpp"

namespace lightsweep::sweeps {

/// The grid's members, completed by those of [fabric] (may be null), each with its path in
/// messages. If a grid spells the bandwidth, the size or the collective in its own way, the
/// fabric's spelling is dropped.
///
///   path  path of the grid, "grid.ring"; empty for a single problem
Value merged_grid(const Value& grid, const Value* fabric, const std::string& path);

/// Reads and checks a merged grid; nullopt after at least one fault.
std::optional<GridSpec> read_grid(const Value& merged, const ReadContext& context);

/// Axes by key, as read; keys without a valid value are absent.
using Axes = std::map<std::string, AxisValues>;

/// Sorts the axes into dimensions and constants: zips axes, splits collectives, and finds repeated
/// values. Adds faults; the grid is complete only if it adds none.
void build_dimensions(GridSpec& grid, Axes axes, const Value& merged, const ReadContext& context);

/// Compiles `where`: one text, or a list of texts that must all hold.
void read_where(GridSpec& grid, const Value& merged, const ReadContext& context);

/// Checks which keys are given: required keys, exactly one bandwidth, no size with custom steps, no
/// axis that is never read.
void check_keys(const Value& merged, const Axes& axes, const ReadContext& context);

/// Checks the values together: number of points, nodes that a collective or topology refuses, dims
/// that do not multiply to the nodes.
void check_values(const GridSpec& grid, const Value& merged, const ReadContext& context);

}  // namespace lightsweep::sweeps
