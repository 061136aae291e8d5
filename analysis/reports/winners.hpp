#pragma once
// Winners of a panel: the fastest scheduler of every cell and its margin.

#include <string>
#include <vector>

#include "analysis/envelopes/schedule_costs.hpp"
#include "analysis/read/grid_view.hpp"

namespace lightsweep::analysis {

/// Times within this relative distance are a tie; the earlier scheduler, which is simpler, is
/// named.
inline constexpr double winner_tie = 1e-9;

/// Winners of a panel, cell by cell and row by row.
///
///   names   the candidates
///   winner  index into names; -1 if none has a time (not applicable, excluded)
///   margin  time of the second over the winner's; NaN without a second. Ties are no second
///   second  name of the next different one, ties how many others are as fast as the winner; both
///   empty
///           where the group `best` minimises over more than the schedulers
///   gain    the smaller time of static and every-step over the winner's: 1 if one of the two wins,
///           above 1 if reconfiguring in some steps beats both; NaN if one of them is missing
struct WinnerMap {
    std::vector<std::string> names;
    std::vector<int> winner;
    std::vector<double> margin, gain;
    std::vector<std::string> second;
    std::vector<int> ties;

    std::size_t size() const { return winner.size(); }
    bool empty() const;  ///< true if no scheduler has a time in any cell
};

/// Winners from the group `best` of the grid; the panel must be over that group's axes.
WinnerMap stored_winners(const GridView& grid, const Panel& panel);

/// Winners from the completion times of the schedulers, for a file without a group `best`.
WinnerMap computed_winners(const GridView& grid, const Panel& panel);

// Compares the stored times of the group `best` with the list of schedules: where a stored time is
// smaller, a candidate without a list wins.

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
