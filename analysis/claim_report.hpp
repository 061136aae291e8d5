#pragma once
// The claims of the sweep's paper as a report.

#include <iosfwd>

#include "engine/result_file.hpp"

namespace lightsweep::analysis {

/// Judges every claim from the data of the file and prints what the paper says, the number of the
/// sweep, the verdict and the one recorded in the repository. False if a verdict differs from the
/// recorded one. Throws BadInput when the file holds the data of no claim at all, and for a sweep
/// under rules whose paper has no list of claims.
bool report_claims(const engine::ResultFile& file, std::ostream& out);

}  // namespace lightsweep::analysis
