#include "analysis/missing_list.hpp"

#include <algorithm>
#include <ostream>

#include "analysis/cost_planes.hpp"

namespace lightsweep::analysis {

bool note_missing_list(const GridView& grid, const Panel& panel, std::ostream& out) {
    const std::string optimum = optimum_of(grid);
    const auto* group = grid.group(optimum);
    const double optimal = group ? status_code(*group, "optimal") : -1;
    if (optimal < 0 || !is_empty_list(grid, panel, optimum)) return false;
    Panel cells = panel;
    for (const auto& axis : group->axes) cells.outer.emplace(axis.index.name, 0);
    const auto status = grid.read(cells, optimum, "status");
    if (std::find(status.begin(), status.end(), optimal) == status.end()) return false;
    out << '\n'
        << grid.title(panel) << "\n  no list: its schedules are too many, so that " << optimum
        << " is solved point by point (exactly);\n  where the best one changes between points is "
           "not known, `lightsweep table` shows the points\n";
    return true;
}

}  // namespace lightsweep::analysis
