#pragma once
// How far the best schedules of a file are from any that can exist: completion time over lower
// bound, as quantiles.

#include <iosfwd>
#include <string>

#include "engine/file/result_file.hpp"

namespace lightsweep::analysis {

/// For every grid and every scheduler (of a file with a best one, for that): the number of points,
/// median, 90th percentile and largest ratio of completion time to lower bound, and the shares
/// within 5 and 10 %; for all points, then by every value of primitive, nodes, planes, topology,
/// message and delay. Points without a finite time or a positive bound are left out and counted.
/// An empty `grid` means all grids. Throws BadInput if no point has both.
void report_gaps(const engine::ResultFile& file, const std::string& grid, std::ostream& out);

}  // namespace lightsweep::analysis
