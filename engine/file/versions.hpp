#pragma once
// Versions of the libraries that the engine uses.

#include <string>

namespace lightsweep::engine {

/// Names and versions of the engine's libraries, joined by commas, for the run record.
std::string library_versions();

}  // namespace lightsweep::engine
