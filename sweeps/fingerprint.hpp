#pragma once
// The identity of a sweep's results.

#include <string>

#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// Equal iff two sweeps give the same results; text of the sweep, its overrides and its files.
std::string fingerprint(const Sweep& sweep);

}  // namespace lightsweep::sweeps
