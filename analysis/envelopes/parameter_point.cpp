#include "analysis/envelopes/parameter_point.hpp"

#include "analysis/envelopes/schedule_costs.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

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
