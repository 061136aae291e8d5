#pragma once
// Build record of a result: revision, compiler, flags, library versions.

#include "engine/journal/layout.hpp"

namespace lightsweep::sweeps {

/// Root attributes of every result file.
engine::Attributes build_record();

/// Version of the results, part of every fingerprint. It changes whenever some number in some
/// result changes.
const char* results_version();

/// "lightsweep 0.1.0 (revision ...)".
std::string version_line();

}  // namespace lightsweep::sweeps
