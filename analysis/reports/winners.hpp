#pragma once
// Winners of a panel: the fastest candidate of every cell, its margin, and what reconfiguring
// gains.

#include <string>
#include <vector>

#include "analysis/envelopes/schedule_costs.hpp"
#include "analysis/read/grid_view.hpp"
#include "analysis/reports/comparison.hpp"

namespace lightsweep::analysis {

/// Times within this relative distance are a tie; the earlier scheduler, which is simpler, is
/// named.
inline constexpr double winner_tie = 1e-9;

/// Winners of a panel, cell by cell and row by row. Codes are indices into `names`, -1 for nobody.
///
///   names   the candidates: schedulers, or "segments@swing" where the best is taken over axes too
///   winner  the fastest
///   margin  time of the second over the winner's; NaN without a second. Ties are no second
///   second  the next different one; ties how many others are as fast as the winner; both empty
///           where the group `best` alone has the times
///   fixed   the fastest that never reconfigures
///   gain    its time over the winner's; infinite if nobody can do without reconfiguring, NaN if
///           nobody wins
struct WinnerMap {
    std::vector<std::string> names;
    std::vector<int> winner, second, ties, fixed;
    std::vector<double> margin, gain;

    std::size_t size() const { return winner.size(); }
    bool empty() const;  ///< true if no scheduler has a time in any cell
    std::string name(int code) const { return code < 0 ? "nobody" : names[code]; }
};

/// Throws IoError if the group `best` names a winner by a code without a name.
void check_stored_winners(const GridView& grid);

/// Winners of a panel of the comparison, from the times of the schedulers. Where the file holds
/// lists alone, winners and times are those of the group `best` if there is one.
WinnerMap winners_of(const GridView& grid, const Comparison& comparison, const Panel& panel);

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
