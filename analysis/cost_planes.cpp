#include "analysis/cost_planes.hpp"

#include <algorithm>
#include <cmath>

#include "engine/errors.hpp"

namespace lightsweep::analysis {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Intervals shorter than this relative length are points, where schedules tie.
constexpr double exactly = 1 - 1e-9;

/// Row-major index of the panel's place in the group, whose axes are structural.
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

/// Delays between which a line is lowest; empty (from >= to) if it never is on more than a point.
struct Interval {
    double from = 0, to = infinity;
};

Interval lowest_on(const std::vector<CostLine>& lines, const CostLine& line) {
    Interval interval;
    for (const auto& other : lines) {
        const double fewer = line.slope - other.slope;
        const double delay = (other.fixed - line.fixed) / fewer;
        if (fewer > 0)
            interval.to = std::min(interval.to, delay);
        else if (fewer < 0)
            interval.from = std::max(interval.from, delay);
        else if (other.fixed < line.fixed)
            interval.to = -1;
    }
    return interval;
}

}  // namespace

std::string optimum_of(const GridView& grid) {
    const std::string path = "envelopes/" + grid.name() + "/";
    for (const char* name : {"addanki", "bridge", "pccl", "pccl-portfolio", "segments"})
        if (grid.file().ragged(path + name)) return name;
    throw engine::BadInput(grid.file().path() + ": no group /" + path +
                           "addanki, bridge, pccl, pccl-portfolio or segments; set envelopes = "
                           "true and list that scheduler in the sweep, and run again");
}

std::vector<CostPlane> read_planes(const GridView& grid, const Panel& panel) {
    return read_planes(grid, panel, optimum_of(grid));
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

std::vector<CostPlane> read_planes(const GridView& grid, const Panel& panel,
                                   const std::string& scheduler) {
    const std::string path = "envelopes/" + grid.name() + "/" + scheduler;
    const auto place = place_of(*grid.file().ragged(path), panel);
    const auto offset = first_plane(grid, panel, scheduler);
    const auto count = grid.file().read_i64(path, "count", place).front();
    std::vector<CostPlane> planes;
    if (count <= 0) return planes;
    const engine::Slab list{{offset}, {static_cast<std::size_t>(count)}};
    const auto column = [&](const char* name) { return grid.file().read_f64(path, name, list); };
    const auto steps = column("n_steps"), hops = column("hops"), volume = column("volume");
    const auto congestion = column("congestion"), changes = column("reconfigurations");
    for (std::size_t i = 0; i < steps.size(); ++i)
        planes.push_back({steps[i], hops[i], volume[i], congestion[i], changes[i]});
    return planes;
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
    return names;
}

std::vector<std::string> read_winners(const GridView& grid, const Panel& panel) {
    return names_in_list(grid, panel, "envelopes/" + grid.name() + "/best", "winner");
}

std::vector<CostLine> at(const std::vector<CostPlane>& planes, const LatencyPoint& point) {
    std::vector<CostLine> lines;
    for (const auto& plane : planes)
        lines.push_back({plane.n_steps * point.per_step_latency +
                             plane.hops * point.per_hop_latency +
                             (plane.volume + plane.congestion) * point.message_time,
                         plane.reconfigurations});
    return lines;
}

std::vector<Regime> regimes(const std::vector<CostLine>& lines) {
    std::vector<Regime> found;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto same = [&](const CostLine& one) {
            return one.fixed == lines[i].fixed && one.slope == lines[i].slope;
        };
        const auto end = lines.begin() + static_cast<std::ptrdiff_t>(i);
        if (!std::isfinite(lines[i].fixed) || std::any_of(lines.begin(), end, same)) continue;
        const Interval interval = lowest_on(lines, lines[i]);
        if (interval.from < interval.to * exactly) found.push_back({i, interval.from, interval.to});
    }
    std::sort(found.begin(), found.end(),
              [](const Regime& a, const Regime& b) { return a.from < b.from; });
    return found;
}

CriticalDelays critical_delays(const std::vector<CostLine>& lines, double most) {
    CriticalDelays critical;
    critical.static_above = infinity;
    for (const auto& line : lines) {
        const Interval interval = lowest_on(lines, line);
        const bool every = line.slope == most, fixed = line.slope == 0;
        if (fixed && interval.to > 0) critical.static_above = interval.from;
        if (interval.from >= interval.to * exactly) continue;
        if (every) critical.every_step_below = interval.to;
        if (!every && !fixed) ++critical.between;
    }
    return critical;
}

}  // namespace lightsweep::analysis
