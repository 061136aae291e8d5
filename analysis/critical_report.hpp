#pragma once
// Critical reconfiguration delays as a table: exact, from the cost planes, not from the grid.

#include <iosfwd>
#include <string>

#include "analysis/cost_planes.hpp"

namespace lightsweep::analysis {

/// For every structure and every combination of the parameters other than the delay: the largest
/// delay at which reconfiguring pays at all, and the delay below which doing so before every step
/// is optimal. Combinations that `where` excludes at every delay are left out. `grid` empty: all
/// grids. Throws BadInput when the file has no envelopes, or no cost plane in any.
void report_critical(const engine::ResultFile& file, const std::string& grid,
                     const FindRegimes& find_regimes, std::ostream& out);

}  // namespace lightsweep::analysis
