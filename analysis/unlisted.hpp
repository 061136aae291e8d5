#pragma once
// Candidates of the group `best` whose times no list of /envelopes tells: what the lists say is
// then exact for the others alone.

#include <string>
#include <vector>

#include "analysis/grid_view.hpp"

namespace lightsweep::analysis {

/// Those that apply at the panel's structure, "segments@shift,ring"; none in a file without
/// /unlisted, which does not say.
std::vector<std::string> unlisted_candidates(const GridView& grid, const Panel& panel);

/// Whether the file says which they are.
bool knows_unlisted(const GridView& grid);

/// The scheduler at the panel's place along the axes that `best` minimises over:
/// "segments@shift,ring"; its name alone where it minimises over none.
std::string candidate_at(const GridView& grid, const Panel& panel, const std::string& scheduler);

/// All of them for people, the first few of every scheduler: "threshold, segments@shift,ring and 2
/// more of segments".
std::string in_words(const std::vector<std::string>& candidates);

}  // namespace lightsweep::analysis
