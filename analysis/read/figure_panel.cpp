#include "analysis/read/figure_panel.hpp"

#include <algorithm>
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

bool is_of_the_figures(const std::string& collective) {
    return collective == "allreduce/halving-doubling-near" ||
           collective == "allreduce/halving-doubling-far" || collective == "allreduce/swing" ||
           collective == "alltoall/shift";
}

/// Whether the values reach from `low` (or below) to `high` (or above), up to round-off.
bool reaches(const std::vector<double>& values, double low, double high) {
    return values.front() <= low * (1 + 1e-9) && values.back() >= high * (1 - 1e-9);
}

}  // namespace

double speedup(double other, double best) {
    return other == 0 && best == 0 ? 1.0 : other / best;
}

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
    if (!group) return 0;
    const auto found = group->attributes.find(option);
    const auto* value =
        found == group->attributes.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return value ? static_cast<double>(*value) : 0;
}

bool FigurePanel::has(const std::string& scheduler, const std::string& column) const {
    const auto* group = grid->group(scheduler);
    return group && std::any_of(group->columns.begin(), group->columns.end(),
                                [&](const engine::Column& one) { return one.name == column; });
}

std::vector<double> FigurePanel::read(const std::string& scheduler,
                                      const std::string& column) const {
    return grid->read(cells, scheduler, column);
}

std::optional<std::size_t> FigurePanel::cell(double message, double delay) const {
    const auto row = index_of(messages, message), column = index_of(delays, delay);
    return row && column ? std::optional(*row * delays.size() + *column) : std::nullopt;
}

std::vector<double> FigurePanel::speedup_over(const std::string& scheduler) const {
    auto values = read(scheduler);
    const auto best = read("addanki");
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = speedup(values[i], best[i]);
    return values;
}

std::vector<double> FigurePanel::speedup_over_both() const {
    auto values = speedup_over("static");
    const auto every = speedup_over("every-step");
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::min(values[i], every[i]);
    return values;
}

std::string FigurePanel::short_name() const {
    if (collective == "allreduce/halving-doubling-near") return "HD near";
    if (collective == "allreduce/halving-doubling-far") return "HD far";
    if (collective == "allreduce/swing") return "Swing";
    return collective == "alltoall/shift" ? "all-to-all" : collective;
}

FigureData::FigureData(const engine::ResultFile& source) : file(source) {
    for (const auto& name : grid_names(file)) grids.emplace_back(file, name);
    for (const auto& grid : grids) {
        const auto cells = GridView::panels(grid.axes(), axis_called(grid, "message"),
                                            axis_called(grid, "reconfiguration_delay"));
        for (const auto& one : cells) panels.push_back(describe(grid, one));
    }
}

std::optional<double> value_at(
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

std::vector<const FigurePanel*> FigureData::figure() const {
    std::vector<const FigurePanel*> chosen;
    for (const auto& panel : panels) {
        const bool complete =
            panel.has("static") && panel.has("every-step") && panel.has("addanki");
        if (complete && panel.nodes == 64 && is_of_the_figures(panel.collective) &&
            reaches(panel.messages, 1024, 1073741824.0) && reaches(panel.delays, 1e-8, 1e-2))
            chosen.push_back(&panel);
    }
    return chosen;
}

}  // namespace lightsweep::analysis
