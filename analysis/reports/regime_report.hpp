#pragma once
// Regimes as text: the sequence of best schedules as one parameter grows, exact from their linear
// costs.

#include <iosfwd>
#include <string>

#include "analysis/envelopes/regimes.hpp"

namespace lightsweep::analysis {

/// Prints one line per structure and combination of the other parameters: the number of
/// reconfigurations of each best schedule, and the value up to which it is best. For a file with
/// `best` and /envelopes the line also names the candidate of each schedule, the candidates without
/// a list (which are left out), and the points where the stored best is faster. Two entries with
/// the same number are two different schedules. An empty `grid` means all grids. Throws BadInput if
/// the file has no envelopes, or if a grid has no message to solve for (custom collectives, zipped
/// axes).
void report_regimes(const engine::ResultFile& file, const std::string& grid, Growing growing,
                    std::ostream& out);

}  // namespace lightsweep::analysis
