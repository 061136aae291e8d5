#include "analysis/regime_report.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>

#include "analysis/missing_list.hpp"
#include "analysis/parameter_point.hpp"
#include "analysis/quantity_text.hpp"
#include "engine/errors.hpp"

namespace lightsweep::analysis {

namespace {

constexpr std::size_t line_width = 100;

const char* key_of(Growing growing) {
    return growing == Growing::delay ? "reconfiguration_delay" : "message";
}

void require_solvable(const GridView& grid, const Panel& panel, Growing growing) {
    for (const auto& axis : grid.axes())
        if (!axis.auxiliary.empty() && has_key(axis, key_of(growing)))
            throw engine::BadInput("grid '" + grid.name() + "': " + key_of(growing) +
                                   " is zipped with other keys and cannot grow alone; give it as "
                                   "an axis of its own");
    if (growing == Growing::message && grid.text(panel, "collective") == "custom")
        throw engine::BadInput("grid '" + grid.name() +
                               "': the steps of a custom collective carry their bytes, there is no "
                               "message to grow");
}

/// Each schedule's time as a line over what grows.
std::vector<CostLine> lines_over(Growing growing, const GridView& grid, const Panel& panel,
                                 std::size_t row, const std::vector<CostPlane>& planes) {
    const double per_step = needed(grid, panel, "per_step_latency", row),
                 per_hop = per_hop_latency(grid, panel, row),
                 bandwidth = bandwidth_of(grid, panel, row);
    if (growing == Growing::delay)
        return at(planes, {per_step, per_hop, message_of(grid, panel, row) / bandwidth});
    const double delay = needed(grid, panel, "reconfiguration_delay", row);
    std::vector<CostLine> lines;
    for (const auto& plane : planes)
        lines.push_back(
            {plane.n_steps * per_step + plane.hops * per_hop + plane.reconfigurations * delay,
             (plane.volume + plane.congestion) / bandwidth});
    return lines;
}

/// Sizes as the file's own are written.
std::string unit_of(Growing growing, const GridView& grid) {
    if (growing == Growing::delay) return "s";
    for (const auto& axis : grid.axes())
        if (axis.index.name == "message" || axis.index.name == "item") return unit_for(axis.index);
    return "B";
}

/// Of a portfolio with the winner's name, else the count alone.
std::string entry(const CostPlane& plane, const std::string& winner, const Regime& regime,
                  const std::string& unit) {
    std::string text = readable(plane.reconfigurations, "1");
    if (!winner.empty()) text = winner + " " + text;
    if (std::isfinite(regime.to)) text += " (to " + readable(regime.to, unit) + ")";
    return text;
}

/// A line of entries, wrapped under its first.
void print_line(const std::string& name, std::size_t indent,
                const std::vector<std::string>& entries, std::ostream& out) {
    out << "  " << std::left << std::setw(static_cast<int>(indent - 2)) << name << std::right;
    std::size_t column = indent;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::string text = entries[i] + (i + 1 < entries.size() ? "," : "");
        const bool wraps = column > indent && column + 1 + text.size() > line_width;
        if (wraps) {
            out << '\n' << std::string(indent, ' ');
            column = indent;
        }
        out << (column > indent ? " " : "") << text;
        column += text.size() + 1;
    }
    out << '\n';
}

/// Axes of what is asked: of the portfolio without those that it minimises over.
std::vector<engine::Axis> axes_of(const GridView& grid, Growing growing) {
    if (!has_portfolio(grid)) return axes_without(grid, key_of(growing));
    std::vector<engine::Axis> axes;
    for (const auto& axis : grid.group("best")->axes)
        if (!has_key(axis, key_of(growing)) || !axis.auxiliary.empty()) axes.push_back(axis);
    return axes;
}

std::size_t print_grid(const GridView& grid, Growing growing, std::ostream& out) {
    const auto axes = axes_of(grid, growing);
    const bool portfolio = has_portfolio(grid);
    const auto* rows = row_axis(axes);
    const std::string name = rows ? rows->index.name : "", unit = unit_of(growing, grid);
    const std::size_t indent = std::max<std::size_t>(16, name.size() + 4);
    std::size_t printed = 0;
    out << "\ngrid " << grid.name() << ": " << grid.constants() << '\n';
    for (const auto& panel : GridView::panels(axes, rows, nullptr)) {
        const auto planes = portfolio ? read_planes(grid, panel, "best") : read_planes(grid, panel);
        std::vector<std::string> winners(planes.size());
        if (portfolio) winners = read_winners(grid, panel);
        if (planes.empty()) {
            if (!portfolio) printed += note_missing_list(grid, panel, out);
            continue;
        }
        require_solvable(grid, panel, growing);
        out << '\n' << grid.title(panel) << '\n';
        print_line(name, indent,
                   {std::string(portfolio ? "winner and reconfigurations (up to which "
                                          : "reconfigurations of the best schedule (up to which ") +
                    (growing == Growing::delay ? "delay)" : "message)")},
                   out);
        for (std::size_t row = 0; row < panel.n_rows(); ++row) {
            std::vector<std::string> entries;
            for (const auto& regime : regimes(lines_over(growing, grid, panel, row, planes)))
                entries.push_back(entry(planes[regime.line], winners[regime.line], regime, unit));
            print_line(rows ? label(rows->index, row) : "", indent, entries, out);
            ++printed;
        }
    }
    return printed;
}

}  // namespace

void report_regimes(const engine::ResultFile& file, const std::string& only, Growing growing,
                    std::ostream& out) {
    auto grids = need_grids(file);
    if (!only.empty()) grids = {only};
    std::size_t printed = 0;
    out << (growing == Growing::delay ? "Critical delays" : "Critical message sizes")
        << ": where the best schedule changes (exact, from the cost planes)\n";
    for (const auto& name : grids) printed += print_grid(GridView(file, name), growing, out);
    if (printed == 0)
        throw engine::BadInput(file.path() +
                               ": no cost plane at any point; `lightsweep table` shows the status "
                               "of each, run --resume computes what is missing");
}

}  // namespace lightsweep::analysis
