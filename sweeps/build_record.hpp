#pragma once
// What made a result: revision, compiler, flags, library versions.

#include "engine/layout.hpp"

namespace lightsweep::sweeps {

/// Root attributes of every result file.
engine::Attributes build_record();

/// Changes whenever some number in some result changes: part of every fingerprint.
const char* results_version();

/// "lightsweep 0.1.0 (revision ...)".
std::string version_line();

}  // namespace lightsweep::sweeps
