#include "analysis/envelopes/schedule_costs.hpp"

#include <algorithm>

#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

/// Row-major index of the panel's place in the group, whose axes are all structural.
engine::Slab place_of(const engine::RaggedGroup& group, const Panel& panel) {
    engine::Slab slab;
    for (const auto& axis : group.axes) {
        // A grid without structural axes has one list, under an axis of its own of length 1.
        const auto place = panel.outer.find(axis.index.name);
        slab.start.push_back(place == panel.outer.end() ? 0 : place->second);
        slab.count.push_back(1);
    }
    return slab;
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
    const std::string path = "envelopes/" + grid.name() + "/" + scheduler;
    const auto place = place_of(*grid.file().ragged(path), panel);
    const auto offset = grid.file().read_i64(path, "offset", place).front();
    return offset < 0 ? 0 : static_cast<std::size_t>(offset);
}

bool is_empty_list(const GridView& grid, const Panel& panel, const std::string& scheduler) {
    const std::string path = "envelopes/" + grid.name() + "/" + scheduler;
    const auto place = place_of(*grid.file().ragged(path), panel);
    return grid.file().read_i64(path, "count", place).front() == 0;
}

std::vector<ScheduleCost> read_schedule_costs(const GridView& grid, const Panel& panel,
                                              const std::string& scheduler) {
    const std::string path = "envelopes/" + grid.name() + "/" + scheduler;
    const auto place = place_of(*grid.file().ragged(path), panel);
    const auto offset = first_plane(grid, panel, scheduler);
    const auto count = grid.file().read_i64(path, "count", place).front();
    std::vector<ScheduleCost> costs;
    if (count <= 0) return costs;
    const engine::Slab list{{offset}, {static_cast<std::size_t>(count)}};
    const auto column = [&](const char* name) { return grid.file().read_f64(path, name, list); };
    const auto steps = column("n_steps"), hops = column("hops"), volume = column("volume");
    const auto congestion = column("congestion"), changes = column("reconfigurations");
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
    return grid.group("best") && grid.file().ragged("envelopes/" + grid.name() + "/best");
}

std::vector<std::string> names_in_list(const GridView& grid, const Panel& panel,
                                       const std::string& path, const std::string& column) {
    const auto& group = *grid.file().ragged(path);
    const auto place = place_of(group, panel);
    const auto count = grid.file().read_i64(path, "count", place).front();
    const auto found = std::find_if(group.columns.begin(), group.columns.end(),
                                    [&](const auto& one) { return one.name == column; });
    std::vector<std::string> names;
    if (found == group.columns.end() || count <= 0) return names;
    const auto offset = grid.file().read_i64(path, "offset", place).front();
    const engine::Slab list{{static_cast<std::size_t>(offset)}, {static_cast<std::size_t>(count)}};
    for (const auto code : grid.file().read_i64(path, column, list))
        for (const auto& [value, name] : found->flags)
            if (value == code) names.push_back(name);
    if (names.size() < static_cast<std::size_t>(count)) refuse_code(grid, path + "/" + column);
    return names;
}

std::vector<std::string> read_winners(const GridView& grid, const Panel& panel) {
    return names_in_list(grid, panel, "envelopes/" + grid.name() + "/best", "winner");
}

std::vector<CostLine> at(const std::vector<ScheduleCost>& costs, const LatencyPoint& point) {
    std::vector<CostLine> lines;
    for (const auto& cost : costs)
        lines.push_back({cost.steps * point.per_step_latency + cost.hops * point.per_hop_latency +
                             cost.transmission * point.message_time,
                         cost.reconfigurations});
    return lines;
}

}  // namespace lightsweep::analysis
