#pragma once
// What the groups of a grid in the result file have in common: axes, and the grid's constants.

#include "engine/layout.hpp"
#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

engine::Axis axis_of(const GridDimension& dimension);

/// Constants of the grid, as attributes: what the axes leave out.
engine::Attributes constants_of(const Sweep& sweep, const GridSpec& grid);

}  // namespace lightsweep::sweeps
