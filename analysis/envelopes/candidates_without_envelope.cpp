#include "analysis/envelopes/candidates_without_envelope.hpp"

#include <algorithm>
#include <ostream>

#include "analysis/envelopes/schedule_costs.hpp"

namespace lightsweep::analysis {

namespace {

constexpr std::size_t most_named = 3;

std::string scheduler_of(const std::string& candidate) {
    return candidate.substr(0, candidate.find('@'));
}

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

bool knows_unlisted(const GridView& grid) {
    return grid.file().ragged("unlisted/" + grid.name()) != nullptr;
}

std::vector<std::string> unlisted_candidates(const GridView& grid, const Panel& panel) {
    if (!knows_unlisted(grid)) return {};
    return names_in_list(grid, panel, "unlisted/" + grid.name(), "candidate");
}

std::string candidate_at(const GridView& grid, const Panel& panel, const std::string& scheduler) {
    const auto* best = grid.group("best");
    if (!best) return scheduler;
    std::string name = scheduler;
    for (const auto& axis : grid.axes()) {
        const bool compared =
            std::any_of(best->axes.begin(), best->axes.end(),
                        [&](const auto& one) { return one.index.name == axis.index.name; });
        const auto at = panel.outer.find(axis.index.name);
        if (compared || at == panel.outer.end()) continue;
        const auto& first = axis.auxiliary.empty() ? axis.index : axis.auxiliary.front();
        name += (name == scheduler ? "@" : ",") + label(first, at->second);
    }
    return name;
}

std::string in_words(const std::vector<std::string>& candidates) {
    std::string text;
    for (std::size_t i = 0; i < candidates.size();) {
        const std::string scheduler = scheduler_of(candidates[i]);
        std::size_t n = 0;
        for (; i < candidates.size() && scheduler_of(candidates[i]) == scheduler; ++i, ++n)
            if (n < most_named) text += (text.empty() ? "" : ", ") + candidates[i];
        if (n > most_named)
            text += " and " + std::to_string(n - most_named) + " more of " + scheduler;
    }
    return text;
}

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
