#pragma once
// The identity of a sweep's results.

#include <string>

#include "kernels/topology.hpp"
#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// 16 hex digits, equal iff two sweeps give the same results: a hash over what was understood of
/// the sweep, its overrides and its files, to the last bit of every number. Title, comments, layout
/// and spelling ("1MiB" or 1048576, a range or its values) do not enter.
std::string fingerprint(const Sweep& sweep);

/// The same of links: ends and capacities, to the last bit.
std::string fingerprint(const std::vector<kernels::Edge>& links);

}  // namespace lightsweep::sweeps
