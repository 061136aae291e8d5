// The keys `pool` and `switching` of a grid.
#pragma once

#include "sweeps/spec/axis_reader.hpp"
#include "sweeps/spec/grid.hpp"

namespace lightsweep::sweeps {

/// Reads both. Faults: a pool that a scheduler needs and the grid lacks, that no scheduler reads,
/// that is empty or repeats a member; a matrix that is not square, has no zero diagonal or a
/// negative factor; a price that a scheduler of the sweep cannot take.
void read_pool(const Value& grid, GridSpec& out, const ReadContext& context);

}  // namespace lightsweep::sweeps
