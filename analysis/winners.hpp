#pragma once
// Who wins where: the fastest scheduler at every cell of a panel, and by how much.

#include <string>
#include <vector>

#include "analysis/grid_view.hpp"

namespace lightsweep::analysis {

/// Times within this factor are a tie; the earlier scheduler, the simpler one, is named.
inline constexpr double winner_tie = 1e-9;

/// Winners of a panel, cell by cell, row by row.
///
/// names   who may win
/// winner  index into names; -1 where nobody has a time (not applicable, excluded)
/// margin  time of the second over the winner's; NaN without a second. Ties are no second.
/// gain    the better of static and every-step over the winner's time: 1 where one of the two wins,
///         above 1 where reconfiguring only sometimes beats both; NaN if either is missing
struct WinnerMap {
    std::vector<std::string> names;
    std::vector<int> winner;
    std::vector<double> margin, gain;

    std::size_t size() const { return winner.size(); }
    bool empty() const;  ///< nobody has a time anywhere
};

/// From the group `best` of the grid; the panel must be one of that group's axes.
WinnerMap stored_winners(const GridView& grid, const Panel& panel);

/// From the completion times of the schedulers, for a file without group `best`.
WinnerMap computed_winners(const GridView& grid, const Panel& panel);

}  // namespace lightsweep::analysis
