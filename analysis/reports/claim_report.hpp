#pragma once
// Report of the claims of one paper, judged on one sweep.

#include <iosfwd>

#include "engine/file/result_file.hpp"

namespace lightsweep::analysis {

/// Judges every claim from the data of the file and prints the paper's statement, the sweep's
/// number, the verdict and the recorded verdict. Returns false if a verdict differs from the
/// recorded one. Throws BadInput if the file holds the data of no claim, or if the paper of its
/// rules has no list of claims.
bool report_claims(const engine::ResultFile& file, std::ostream& out);

}  // namespace lightsweep::analysis
