#pragma once
// Where the times that a file stores of the group `best` are below all of its cost planes: there a
// candidate without a list wins.

#include <string>
#include <vector>

#include "analysis/cost_planes.hpp"

namespace lightsweep::analysis {

/// The points of one row of a table at which the stored best is faster than every line.
///
/// n_points, n_faster  all of the row with a winner, and those
/// where               value of what grows at the one with the largest gain
/// winner              who wins there
/// stored, lines       its time and the least of the lines' there [s]
struct Beaten {
    std::size_t n_points = 0, n_faster = 0;
    double where = 0, stored = 0, lines = 0;
    std::string winner;
};

/// key   what the lines grow over, "message" or "reconfiguration_delay"
/// row   of the panel, whose axes are those of `best` without the key's
/// only  the value of the key where it is no axis of the file
Beaten compare_with_stored(const GridView& grid, const Panel& panel, std::size_t row,
                           const std::string& key, double only, const std::vector<CostLine>& lines);

}  // namespace lightsweep::analysis
