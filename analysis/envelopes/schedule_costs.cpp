#include "analysis/envelopes/schedule_costs.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

std::string path_of(const GridView& grid, const std::string& scheduler) {
    return "envelopes/" + grid.name() + "/" + scheduler;
}

/// Where the list at the panel's place stands in the columns of its group, whose axes are all
/// structural.
struct ListPlace {
    std::int64_t first, count;

    engine::Slab slab() const {
        return {{static_cast<std::size_t>(first)}, {static_cast<std::size_t>(count)}};
    }
};
ListPlace place_of(const GridView& grid, const Panel& panel, const std::string& path) {
    engine::Slab slab;
    for (const auto& axis : grid.file().ragged(path)->axes) {
        // A grid without structural axes has one list, under an axis of its own of length 1.
        const auto place = panel.outer.find(axis.index.name);
        slab.start.push_back(place == panel.outer.end() ? 0 : place->second);
        slab.count.push_back(1);
    }
    const auto number = [&](const char* column) {
        return static_cast<std::int64_t>(grid.read_list(path, column, slab).front());
    };
    return {number("offset"), number("count")};
}

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
    return std::ranges::find(status, optimal) != status.end();
}

}  // namespace

std::string optimum_of(const GridView& grid) {
    if (has_portfolio(grid)) return "best";
    const std::string path = "envelopes/" + grid.name() + "/";
    for (const char* name : {"addanki", "bridge", "pccl", "pccl-portfolio", "segments"})
        if (grid.file().ragged(path + name)) return name;
    throw engine::BadInput(grid.file().path() + ": no group /" + path +
                           "addanki, bridge, pccl, pccl-portfolio or segments; set envelopes = "
                           "true and list that scheduler in the sweep, and run again");
}

std::vector<ScheduleCost> read_schedule_costs(const GridView& grid, const Panel& panel) {
    return read_schedule_costs(grid, panel, optimum_of(grid));
}

std::size_t first_plane(const GridView& grid, const Panel& panel, const std::string& scheduler) {
    const auto offset = place_of(grid, panel, path_of(grid, scheduler)).first;
    return offset < 0 ? 0 : static_cast<std::size_t>(offset);
}

std::vector<ScheduleCost> read_schedule_costs(const GridView& grid, const Panel& panel,
                                              const std::string& scheduler) {
    const std::string path = path_of(grid, scheduler);
    const auto list = place_of(grid, panel, path);
    std::vector<ScheduleCost> costs;
    if (list.count <= 0) return costs;
    // Where the base has no way, hops and loads are infinite.
    const auto column = [&](const char* name, bool may_be_infinite = true) {
        auto values = grid.read_list(path, name, list.slab());
        for (const double value : values)
            if (std::isfinite(value) ? std::abs(value) > 0x1p53 : !may_be_infinite)
                throw engine::IoError(grid.file().path() + ": /" + path + "/" + name +
                                      " holds a number beyond 2^53: another program has altered "
                                      "the file; restore a copy, or run the sweep again");
        return values;
    };
    const auto steps = column("n_steps", false), hops = column("hops"), volume = column("volume");
    const auto congestion = column("congestion"), changes = column("reconfigurations", false);
    for (std::size_t i = 0; i < steps.size(); ++i)
        costs.push_back({steps[i], hops[i], changes[i], volume[i] + congestion[i]});
    return costs;
}

void refuse_code(const GridView& grid, const std::string& place) {
    throw engine::IoError(grid.file().path() + ": /" + place +
                          " holds a code without a name in flag_meanings: another program has "
                          "altered the file; restore a copy, or run the sweep again");
}

bool has_portfolio(const GridView& grid) {
    return grid.group("best") && grid.file().ragged(path_of(grid, "best"));
}

std::vector<std::string> names_in_list(const GridView& grid, const Panel& panel,
                                       const std::string& path, const std::string& column) {
    const auto* found = column_called(grid.file().ragged(path)->columns, column);
    const auto list = place_of(grid, panel, path);
    std::vector<std::string> names;
    if (!found || list.count <= 0) return names;
    for (const auto code : grid.file().read_i64(path, column, list.slab()))
        for (const auto& [value, name] : found->flags)
            if (value == code) names.push_back(name);
    if (names.size() < static_cast<std::size_t>(list.count)) refuse_code(grid, path + "/" + column);
    return names;
}

std::vector<std::string> read_winners(const GridView& grid, const Panel& panel) {
    return names_in_list(grid, panel, path_of(grid, "best"), "winner");
}

std::vector<CostLine> at(const std::vector<ScheduleCost>& costs, const LatencyPoint& point) {
    std::vector<CostLine> lines;
    for (const auto& cost : costs)
        lines.push_back({cost.steps * point.per_step_latency + cost.hops * point.per_hop_latency +
                             cost.transmission * point.message_time,
                         cost.reconfigurations});
    return lines;
}

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
        const bool compared = std::ranges::any_of(
            best->axes, [&](const auto& one) { return one.index.name == axis.index.name; });
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
    // A place that was not computed has a count of -1.
    if (place_of(grid, panel, path_of(grid, optimum)).count != 0) return false;
    const auto known = unlisted_candidates(grid, panel);
    const bool solved = has_optimum(grid, panel, optimum);
    const auto here = candidate_at(grid, panel, optimum);
    if (!solved && std::ranges::find(known, here) == known.end()) return false;
    out << '\n'
        << grid.title(panel) << "\n  no list: its schedules are too many, so that " << optimum
        << " is solved point by point (exactly);\n  where the best one changes between points is "
           "not known, "
        << (solved ? "`lightsweep table` shows the points\n"
                   : "and its times are not in the file: results = true stores them\n");
    return true;
}

}  // namespace lightsweep::analysis
