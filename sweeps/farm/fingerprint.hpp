#pragma once
// Fingerprint: the identity of a sweep's results; and the record of the build that computes them.

#include <string>

#include "engine/journal/layout.hpp"
#include "kernels/topologies/topology.hpp"
#include "sweeps/spec/sweep_spec.hpp"

namespace lightsweep::sweeps {

/// 16 hex digits that are equal iff two sweeps give the same results. They are a hash over the
/// sweep as it was understood, its overrides and its files, to the last bit of every number. Title,
/// comments, layout and spelling ("1MiB" or 1048576, a range or its values) are left out.
std::string fingerprint(const Sweep& sweep);

/// Fingerprint of links: ends and capacities, to the last bit.
std::string fingerprint(const std::vector<kernels::Edge>& links);

// Build record of a result: revision, compiler, flags, library versions.

/// Root attributes of every result file.
engine::Attributes build_record();

/// Version of the results, part of every fingerprint. It changes whenever some number in some
/// result changes.
const char* results_version();

/// "lightsweep 0.1.0 (revision ...)".
std::string version_line();

}  // namespace lightsweep::sweeps
