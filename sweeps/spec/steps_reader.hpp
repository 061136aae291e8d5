#pragma once
// Reads the steps of a custom collective and the edges of a custom topology.

#include <optional>
#include <vector>

#include "sweeps/spec/axis_reader.hpp"
#include "sweeps/spec/custom_steps.hpp"
#include "sweeps/spec/grid.hpp"

namespace lightsweep::sweeps {

/// Reads `steps` or `file` of a grid with collective = "custom"; every bad step is a fault. A grid
/// with another collective must have neither. Members of the table carry their paths.
void read_custom_steps(const Value& grid, bool custom, GridSpec& out, const ReadContext& context);

/// Reads the file under `edges`, which topology = "edges" needs and any other topology forbids.
void read_edges(const Value& grid, bool needed, GridSpec& out, const ReadContext& context);

/// Adds faults for steps that cannot run on the nodes of the grid: a peer list of another length,
/// an XOR partner beyond the last node.
void check_custom_steps(const GridSpec& grid, const ReadContext& context);

}  // namespace lightsweep::sweeps
