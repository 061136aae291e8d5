#pragma once
// Candidates of the group `best` without a list in /envelopes. The lists are then exact for the
// other candidates only.

#include <iosfwd>
#include <string>
#include <vector>

#include "analysis/read/grid_view.hpp"

namespace lightsweep::analysis {

/// Names of those that apply at the panel's structure, such as "segments@shift,ring". Empty for a
/// file without /unlisted, which has no such information.
std::vector<std::string> unlisted_candidates(const GridView& grid, const Panel& panel);

/// Whether the file has this information.
bool knows_unlisted(const GridView& grid);

/// Name of the scheduler at the panel's place along the axes that `best` minimises over:
/// "segments@shift,ring"; the plain name if it minimises over no axis.
std::string candidate_at(const GridView& grid, const Panel& panel, const std::string& scheduler);

/// All candidates as text, with the first few of every scheduler: "threshold, segments@shift,ring
/// and 2 more of segments".
std::string in_words(const std::vector<std::string>& candidates);

/// Prints a note for a structure that has results but no list of schedules: beyond a limit on their
/// number, bridge and pccl find the optimum by a recurrence at every point, and the linear costs of
/// their schedules are not known. It stands under the panel's title and returns true if the optimum
/// of the panel has results; the caller knows that its list of schedule costs is empty. Otherwise
/// does nothing.
bool note_missing_list(const GridView& grid, const Panel& panel, std::ostream& out);

}  // namespace lightsweep::analysis
