#include "analysis/envelopes/candidates_without_envelope.hpp"

#include <algorithm>

#include "analysis/envelopes/schedule_costs.hpp"

namespace lightsweep::analysis {

namespace {

constexpr std::size_t most_named = 3;

std::string scheduler_of(const std::string& candidate) {
    return candidate.substr(0, candidate.find('@'));
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

}  // namespace lightsweep::analysis
