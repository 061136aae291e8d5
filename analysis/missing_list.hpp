#pragma once
// Why a structure may have results and no list of schedules: beyond a limit on their number the
// optimum is found by a recurrence at every point (bridge, pccl), and its cost planes are not
// known.

#include <iosfwd>

#include "analysis/grid_view.hpp"

namespace lightsweep::analysis {

/// Says so under the panel's title and returns true if its optimum has results all the same; the
/// panel's planes are known to be none. Otherwise nothing.
bool note_missing_list(const GridView& grid, const Panel& panel, std::ostream& out);

}  // namespace lightsweep::analysis
