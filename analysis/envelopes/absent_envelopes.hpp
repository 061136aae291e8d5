#pragma once
// Notes for structures that have results but no list of schedules. Beyond a limit on the number of
// schedules, bridge and pccl find the optimum by a recurrence at every point, and the linear costs
// of their schedules are not known.

#include <iosfwd>

#include "analysis/read/grid_view.hpp"

namespace lightsweep::analysis {

/// Prints the note under the panel's title and returns true if the optimum of the panel has
/// results; the caller knows that its list of schedule costs is empty. Otherwise does nothing.
bool note_missing_list(const GridView& grid, const Panel& panel, std::ostream& out);

}  // namespace lightsweep::analysis
