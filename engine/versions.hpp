#pragma once

#include <string>

namespace lightsweep::engine {

/// Name and version of the libraries behind the engine, joined by commas: for the run record.
std::string library_versions();

}  // namespace lightsweep::engine
