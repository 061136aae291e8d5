#pragma once
// Reads the keys `pool` and `switching` of a grid.

#include "sweeps/spec/axis_reader.hpp"
#include "sweeps/spec/grid.hpp"

namespace lightsweep::sweeps {

/// Reads both keys. Faults: a pool that a scheduler needs and the grid lacks, or that no scheduler
/// reads, or that is empty or repeats a member; a matrix that is not square, has a non-zero
/// diagonal or a negative factor; a price that a scheduler of the sweep cannot take.
void read_pool(const Value& grid, GridSpec& out, const ReadContext& context);

}  // namespace lightsweep::sweeps
