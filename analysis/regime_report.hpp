#pragma once
// Which schedules are best one after the other as one parameter grows: exact, from the cost planes.

#include <iosfwd>
#include <string>

#include "analysis/cost_planes.hpp"

namespace lightsweep::analysis {

/// A line per structure and combination of the other parameters: the number of reconfigurations of
/// the best schedule, and the value up to which it is best; of a file with `best` and /envelopes
/// also whose it is, who has no list there and is left out, and where the stored best is faster.
/// Two entries of one number are two schedules. `grid` empty: all grids. Throws BadInput when the
/// file has no envelopes, or a grid has no message to solve for (custom collectives, zipped axes).
void report_regimes(const engine::ResultFile& file, const std::string& grid, Growing growing,
                    const FindRegimes& find_regimes, std::ostream& out);

}  // namespace lightsweep::analysis
