#pragma once
// Gaps: how far the best schedules of a file are from any that can exist, completion time over
// lower bound, as quantiles.

#include <iosfwd>
#include <string>
#include <vector>

#include "engine/file/result_file.hpp"

namespace lightsweep::analysis {

/// Ratios of completion time to lower bound of the points with one value of a key; without a key,
/// of all points. Shares of the points whose ratio is at most 1.05 and 1.1, of 1.
struct Gap {
    std::string key, value;
    std::size_t points;
    double median, p90, worst, within_5, within_10;
};
/// bound: what the file says of its lower bound; left_out: points without a finite time or a
/// positive bound.
struct SchedulerGaps {
    std::string grid, scheduler, bound;
    std::size_t left_out = 0;
    std::vector<Gap> gaps;
};
/// For every grid and every scheduler (of a file with a best one, for that) with such a ratio: all
/// points, then the points with every value of primitive, nodes, planes, topology, message and
/// delay. An empty `grid` means all grids.
std::vector<SchedulerGaps> gaps_of(const engine::ResultFile& file, const std::string& grid);

/// Prints them as tables. Throws BadInput if there are none.
void report_gaps(const engine::ResultFile& file, const std::string& grid, std::ostream& out);

}  // namespace lightsweep::analysis
