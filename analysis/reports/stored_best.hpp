#pragma once
// Compares the stored times of the group `best` with the list of schedules: where a stored time is
// smaller, a candidate without a list wins.

#include <string>
#include <vector>

#include "analysis/envelopes/schedule_costs.hpp"

namespace lightsweep::analysis {

/// The points of one table row at which the stored best is faster than every line.
///
///   n_points      points of the row that have a winner
///   n_faster      those where the stored best is faster
///   where         value of the growing parameter at the point with the largest gain
///   winner        name of the winner there
///   stored, lines its time there, and the smallest time of the lines [s]
struct Beaten {
    std::size_t n_points = 0, n_faster = 0;
    double where = 0, stored = 0, lines = 0;
    std::string winner;
};

/// Compares one row.
///
///   key   the parameter that grows, "message" or "reconfiguration_delay"
///   row   row of the panel; the panel's axes are those of `best` without the key's axis
///   only  value of the key if it is not an axis of the file
Beaten compare_with_stored(const GridView& grid, const Panel& panel, std::size_t row,
                           const std::string& key, double only, const std::vector<CostLine>& lines);

}  // namespace lightsweep::analysis
