#pragma once
// Table of the critical reconfiguration delays, exact from the linear costs of the schedules,
// independent of the grid's points.

#include <iosfwd>
#include <string>

#include "engine/file/result_file.hpp"

namespace lightsweep::analysis {

/// For every structure and every combination of the parameters other than the delay: the largest
/// delay at which reconfiguring still pays, and the delay up to which reconfiguring before every
/// step is optimal. Combinations that `where` excludes at every delay are left out. An empty `grid`
/// means all grids. Throws BadInput if the file has no envelopes, or no schedule in any.
void report_critical(const engine::ResultFile& file, const std::string& grid, std::ostream& out);

}  // namespace lightsweep::analysis
