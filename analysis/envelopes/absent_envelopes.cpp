#include "analysis/envelopes/absent_envelopes.hpp"

#include <algorithm>
#include <ostream>

#include "analysis/envelopes/candidates_without_envelope.hpp"
#include "analysis/envelopes/schedule_costs.hpp"

namespace lightsweep::analysis {

namespace {

/// Whether the optimum has results at some point of the panel.
bool has_optimum(const GridView& grid, const Panel& panel, const std::string& optimum) {
    const auto* group = grid.group(optimum);
    const double optimal = group ? status_code(*group, "optimal") : -1;
    if (optimal < 0) return false;
    Panel cells = panel;
    for (const auto& axis : group->axes) cells.outer.emplace(axis.index.name, 0);
    const auto status = grid.read(cells, optimum, "status");
    return std::find(status.begin(), status.end(), optimal) != status.end();
}

}  // namespace

bool note_missing_list(const GridView& grid, const Panel& panel, std::ostream& out) {
    const std::string optimum = optimum_of(grid);
    if (!is_empty_list(grid, panel, optimum)) return false;
    const auto known = unlisted_candidates(grid, panel);
    const bool solved = has_optimum(grid, panel, optimum);
    const auto here = candidate_at(grid, panel, optimum);
    if (!solved && std::find(known.begin(), known.end(), here) == known.end()) return false;
    out << '\n'
        << grid.title(panel) << "\n  no list: its schedules are too many, so that " << optimum
        << " is solved point by point (exactly);\n  where the best one changes between points is "
           "not known, "
        << (solved ? "`lightsweep table` shows the points\n"
                   : "and its times are not in the file: results = true stores them\n");
    return true;
}

}  // namespace lightsweep::analysis
