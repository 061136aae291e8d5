#pragma once
// Loads a sweep file and checks it against everything that this build knows.

#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// The sweep, or all of its faults: faults of the reader, and of the grids that it could read.
ReadResult load_sweep(const std::string& path, const std::vector<std::string>& overrides);

}  // namespace lightsweep::sweeps
