#include "analysis/envelopes/regimes.hpp"

#include <cmath>
#include <limits>

#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

std::vector<Regime> regimes_of(const std::vector<ScheduleCost>& costs, Growing growing,
                               const AxisPoint& point) {
    std::vector<ScheduleCost> finite;
    std::vector<std::size_t> place;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        if (!std::isfinite(costs[i].transmission + costs[i].hops)) continue;
        finite.push_back(costs[i]);
        finite.back().hops *= point.hop_cost;
        place.push_back(i);
    }
    const kernels::AxisParameters parameters{point.per_step_latency, point.per_hop_latency,
                                             point.bandwidth};
    const auto pieces = growing == Growing::delay
                            ? kernels::delay_pieces(finite, parameters, point.message)
                            : kernels::message_pieces(finite, parameters, point.delay, 0, infinity);
    std::vector<Regime> regimes;
    for (std::size_t k = 0; k < pieces.size(); ++k)
        regimes.push_back({place[pieces[k].schedule], pieces[k].from,
                           k + 1 < pieces.size() ? pieces[k + 1].from : infinity});
    return regimes;
}

CriticalDelays critical_delays(const std::vector<ScheduleCost>& costs,
                               const std::vector<Regime>& regimes, double most) {
    CriticalDelays critical;
    critical.static_above = infinity;
    for (const auto& regime : regimes) {
        const double changes = costs[regime.schedule].reconfigurations;
        const bool every = changes == most, fixed = changes == 0;
        if (fixed) critical.static_above = regime.from;
        if (every) critical.every_step_below = regime.to;
        if (!every && !fixed) ++critical.between;
    }
    return critical;
}

double needed(const GridView& grid, const Panel& panel, const char* key, std::size_t row,
              std::size_t column) {
    const auto value = grid.number(panel, key, row, column);
    if (value) return *value;
    throw engine::BadInput("grid '" + grid.name() + "': no " + key +
                           " in the file; critical needs it: give it in the sweep, and run again");
}

double per_hop_latency(const GridView& grid, const Panel& panel, std::size_t row,
                       std::size_t column) {
    return needed(grid, panel, "per_hop_latency", row, column) *
           grid.number(panel, "hop_cost", row, column).value_or(1);
}

double message_of(const GridView& grid, const Panel& panel, std::size_t row, std::size_t column) {
    if (const auto item = grid.number(panel, "item", row, column))
        return *item * needed(grid, panel, "nodes", row, column);
    if (grid.text(panel, "collective") == "custom") return 1;
    return needed(grid, panel, "message", row, column);
}

double bandwidth_of(const GridView& grid, const Panel& panel, std::size_t row, std::size_t column) {
    if (const auto plane = grid.number(panel, "plane_bandwidth", row, column))
        return *plane * needed(grid, panel, "planes", row, column);
    return needed(grid, panel, "bandwidth", row, column);
}

LatencyPoint point_of(const GridView& grid, const Panel& panel, std::size_t row,
                      std::size_t column) {
    return {needed(grid, panel, "per_step_latency", row, column),
            per_hop_latency(grid, panel, row, column),
            message_of(grid, panel, row, column) / bandwidth_of(grid, panel, row, column)};
}

AxisPoint axis_point_of(const GridView& grid, const Panel& panel, Growing growing, std::size_t row,
                        std::size_t column) {
    AxisPoint point{needed(grid, panel, "per_step_latency", row, column),
                    needed(grid, panel, "per_hop_latency", row, column),
                    grid.number(panel, "hop_cost", row, column).value_or(1),
                    bandwidth_of(grid, panel, row, column),
                    0,
                    0};
    if (growing == Growing::delay)
        point.message = message_of(grid, panel, row, column);
    else
        point.delay = needed(grid, panel, "reconfiguration_delay", row, column);
    return point;
}

bool has_key(const engine::Axis& axis, const std::string& key) {
    if (axis.index.name == key) return true;
    for (const auto& one : axis.auxiliary)
        if (one.name == key) return true;
    return false;
}

std::vector<engine::Axis> axes_without(const GridView& grid, const std::string& key) {
    std::vector<engine::Axis> axes;
    for (const auto& axis : has_portfolio(grid) ? grid.group("best")->axes : grid.axes())
        if (!has_key(axis, key) || !axis.auxiliary.empty()) axes.push_back(axis);
    return axes;
}

const engine::Axis* row_axis(const std::vector<engine::Axis>& axes) {
    const engine::Axis* rows = nullptr;
    for (const auto& axis : axes)
        if (is_parametric(axis) && axis.size() > 1) rows = &axis;
    return rows;
}

}  // namespace lightsweep::analysis
