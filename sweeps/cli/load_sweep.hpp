#pragma once
// Reads and checks a sweep file with everything that this build knows.

#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// The sweep, or all of its faults: those of the reader, and those of the grids that it could read.
ReadResult load_sweep(const std::string& path, const std::vector<std::string>& overrides);

}  // namespace lightsweep::sweeps
