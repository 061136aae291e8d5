#pragma once
// Common parts of a grid's groups in the result file: axes, and the grid's constants.

#include "engine/journal/layout.hpp"
#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

engine::Axis axis_of(const GridDimension& dimension);

/// Constants of the grid as attributes: the keys that are not axes.
engine::Attributes constants_of(const Sweep& sweep, const GridSpec& grid);

}  // namespace lightsweep::sweeps
