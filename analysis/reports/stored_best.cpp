#include "analysis/reports/stored_best.hpp"

#include <algorithm>
#include <limits>

#include "analysis/reports/winners.hpp"

namespace lightsweep::analysis {

namespace {

double least_of(const std::vector<CostLine>& lines, double value) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& line : lines) least = std::min(least, line.fixed + line.slope * value);
    return least;
}

/// The panel with the key's axis as columns; without columns if the key is not an axis.
Panel along(const GridView& grid, Panel panel, const std::string& key) {
    for (const auto& axis : grid.group("best")->axes)
        if (axis.index.name == key) panel.columns = &axis;
    return panel;
}

}  // namespace

Beaten compare_with_stored(const GridView& grid, const Panel& panel, std::size_t row,
                           const std::string& key, double only,
                           const std::vector<CostLine>& lines) {
    Beaten beaten;
    const Panel cells = along(grid, panel, key);
    const auto times = grid.read(cells, "best", "completion_time");
    const WinnerMap winners = stored_winners(grid, cells);
    for (std::size_t i = 0; i < cells.n_columns(); ++i) {
        const std::size_t cell = row * cells.n_columns() + i;
        if (winners.winner[cell] < 0) continue;
        const double value = cells.columns ? *number_at(cells.columns->index, i) : only;
        const double least = least_of(lines, value);
        ++beaten.n_points;
        if (times[cell] >= least * (1 - winner_tie)) continue;
        const bool more =
            beaten.n_faster++ == 0 || times[cell] * beaten.lines < beaten.stored * least;
        if (!more) continue;
        beaten.where = value;
        beaten.stored = times[cell];
        beaten.lines = least;
        beaten.winner = winners.names[static_cast<std::size_t>(winners.winner[cell])];
    }
    return beaten;
}

}  // namespace lightsweep::analysis
