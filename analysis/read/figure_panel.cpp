#include "analysis/read/figure_panel.hpp"

#include <cmath>
#include <limits>

namespace lightsweep::analysis {

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

const engine::Axis* axis_called(const GridView& grid, const std::string& name) {
    for (const auto& axis : grid.axes())
        if (axis.index.name == name) return &axis;
    return nullptr;
}

/// The registry name with the order of halving/doubling made explicit (default: near).
std::string collective_of(const GridView& grid, const Panel& panel) {
    std::string name = grid.text(panel, "collective");
    if (name.empty()) name = grid.text(panel, "primitive") + "/" + grid.text(panel, "algorithm");
    const std::string ending = "/halving-doubling";
    const bool plain = name.size() > ending.size() && name.ends_with(ending);
    return plain ? name + (grid.text(panel, "order") == "far" ? "-far" : "-near") : name;
}

FigurePanel describe(const GridView& grid, const Panel& cells) {
    FigurePanel panel;
    panel.grid = &grid;
    panel.cells = cells;
    panel.collective = collective_of(grid, cells);
    panel.topology = grid.text(cells, "topology");
    panel.nodes = grid.number(cells, "nodes").value_or(0);
    panel.per_step_latency = grid.number(cells, "per_step_latency").value_or(no_value);
    panel.per_hop_latency = grid.number(cells, "per_hop_latency").value_or(no_value);
    panel.bandwidth = grid.number(cells, "bandwidth").value_or(no_value);
    for (std::size_t i = 0; i < cells.n_rows(); ++i)
        panel.messages.push_back(grid.number(cells, "message", i).value_or(no_value));
    for (std::size_t i = 0; i < cells.n_columns(); ++i)
        panel.delays.push_back(
            grid.number(cells, "reconfiguration_delay", 0, i).value_or(no_value));
    return panel;
}

}  // namespace

bool same(double a, double b) {
    return a == b || std::abs(a - b) <= 1e-9 * std::abs(b);
}

std::optional<std::size_t> index_of(const std::vector<double>& values, double wanted) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (same(values[i], wanted)) return i;
    return std::nullopt;
}

double key_of(const FigurePanel& panel, const char* key, double otherwise) {
    return panel.grid->number(panel.cells, key).value_or(otherwise);
}

double option_of(const FigurePanel& panel, const std::string& scheduler, const char* option) {
    const auto* group = panel.grid->group(scheduler);
    return group ? number_in(group->attributes, option).value_or(0) : 0;
}

bool FigurePanel::has(const std::string& scheduler, const std::string& column) const {
    const auto* group = grid->group(scheduler);
    return group && column_called(group->columns, column);
}

std::vector<double> FigurePanel::read(const std::string& scheduler,
                                      const std::string& column) const {
    return grid->read(cells, scheduler, column);
}

std::optional<std::size_t> FigurePanel::cell(double message, double delay) const {
    const auto row = index_of(messages, message), column = index_of(delays, delay);
    return row && column ? std::optional(*row * delays.size() + *column) : std::nullopt;
}

FigureData::FigureData(const engine::ResultFile& source) : file(source) {
    for (const auto& name : grid_names(file)) grids.emplace_back(file, name);
    for (const auto& grid : grids) {
        const auto cells = GridView::panels(grid.axes(), axis_called(grid, "message"),
                                            axis_called(grid, "reconfiguration_delay"));
        for (const auto& one : cells) panels.push_back(describe(grid, one));
    }
}

std::optional<double> first_value(
    const FigureData& data, const std::string& scheduler, const std::string& column,
    const std::function<std::optional<std::size_t>(const FigurePanel&)>& cell_of) {
    for (const auto& panel : data.panels) {
        const auto cell = cell_of(panel);
        if (!cell || !panel.has(scheduler, column)) continue;
        const double value = panel.read(scheduler, column)[*cell];
        if (std::isfinite(value) && value >= 0) return value;
    }
    return std::nullopt;
}

namespace {

StudyCell constants_of(const engine::ArrayGroup& group) {
    StudyCell cell;
    for (const auto& [key, value] : group.attributes)
        if (const auto number = number_in(group.attributes, key))
            cell.numbers[key] = *number;
        else
            cell.names[key] = text_in(group.attributes, key);
    return cell;
}

void note(StudyCell& cell, const engine::Coordinate& coordinate, std::size_t i) {
    if (const auto number = number_at(coordinate, i))
        cell.numbers[coordinate.name] = *number;
    else
        cell.names[coordinate.name] = label(coordinate, i);
}

/// Sets the keys of the flat index along every axis; the last axis is the fastest.
void place(StudyCell& cell, const std::vector<engine::Axis>& axes, std::size_t flat) {
    for (std::size_t a = axes.size(); a-- > 0;) {
        const std::size_t i = flat % axes[a].size();
        flat /= axes[a].size();
        note(cell, axes[a].index, i);
        for (const auto& one : axes[a].auxiliary) note(cell, one, i);
    }
}

}  // namespace

double KeyedValues::number(const std::string& key, double otherwise) const {
    const auto found = numbers.find(key);
    return found == numbers.end() ? otherwise : found->second;
}

std::string KeyedValues::name(const std::string& key) const {
    const auto found = names.find(key);
    return found == names.end() ? "" : found->second;
}

std::vector<StudyCell> study_cells(const engine::ResultFile& file, const std::string& group,
                                   const std::string& column) {
    const auto* array = file.array(group);
    if (!array || !column_called(array->columns, column)) return {};
    const StudyCell constants = constants_of(*array);
    const auto values = file.read_f64(group, column);
    std::vector<StudyCell> cells;
    for (std::size_t i = 0; i < values.size(); ++i) {
        cells.push_back(constants);
        cells.back().value = values[i];
        place(cells.back(), array->axes, i);
    }
    return cells;
}

std::vector<std::string> studies_of(const engine::ResultFile& file, const std::string& kind) {
    std::vector<std::string> paths;
    for (const auto& group : file.layout().arrays)
        if (group.path.rfind("studies/", 0) == 0 && text_in(group.attributes, "study") == kind)
            paths.push_back(group.path);
    return paths;
}

}  // namespace lightsweep::analysis
