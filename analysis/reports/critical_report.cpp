#include "analysis/reports/grid_reports.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <utility>

#include "analysis/envelopes/regimes.hpp"
#include "analysis/envelopes/schedule_costs.hpp"
#include "analysis/read/quantity_text.hpp"
#include "analysis/reports/wrapped_text.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

std::string delay_text(double delay) {
    if (std::isinf(delay)) return "always";
    return delay <= 0 ? "never" : readable(delay, "s");
}

void print_row(std::ostream& out, const std::string& name, const std::string& every,
               const std::string& some, const std::string& between) {
    out << "  " << std::left << std::setw(20) << name << std::right << std::setw(26) << every
        << std::setw(24) << some << std::setw(20) << between << '\n';
}

/// Whether `where` excludes each cell, if the file says so; an empty list means that it excludes
/// none.
std::vector<bool> excluded_cells(const GridView& grid, const Panel& cells) {
    const std::string optimum = optimum_of(grid);
    const auto* group = grid.group(optimum);
    const double excluded = group ? status_code(*group, "excluded") : 0;
    std::vector<bool> result;
    if (group && excluded < 0) return result;
    for (const double code : group ? grid.read(cells, optimum, "status") : grid.selected(cells))
        result.push_back(code == excluded);
    return result;
}

/// Rows of the panel that have at least one delay not excluded by `where`.
std::vector<std::size_t> selected_rows(const GridView& grid, const Panel& panel) {
    Panel cells = panel;
    const auto axes = axes_without(grid, "");
    for (const auto& axis : axes)
        if (has_key(axis, "reconfiguration_delay") && axis.auxiliary.empty()) cells.columns = &axis;
    const auto excluded = excluded_cells(grid, cells);
    const std::size_t width = excluded.size() / panel.n_rows();
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < panel.n_rows(); ++row) {
        const auto first = excluded.begin() + static_cast<std::ptrdiff_t>(row * width);
        const auto last = first + static_cast<std::ptrdiff_t>(width);
        if (width == 0 || std::find(first, last, false) != last) rows.push_back(row);
    }
    return rows;
}

/// Number of reconfigurations of the schedule that changes for every step; infinite if the best of
/// all schedulers is never that one.
double most_changes(const GridView& grid, const Panel& panel,
                    const std::vector<ScheduleCost>& costs) {
    if (optimum_of(grid) == "addanki") return costs.front().steps;
    const auto winners =
        has_portfolio(grid) ? read_winners(grid, panel) : std::vector<std::string>{};
    double most = winners.empty() ? 0 : HUGE_VAL;
    for (std::size_t i = 0; i < costs.size(); ++i)
        if (winners.empty())
            most = std::max(most, costs[i].reconfigurations);
        else if (winners[i].starts_with("every-step") || winners[i].starts_with("strawman"))
            most = costs[i].reconfigurations;
    return most;
}

/// The texts of a row: every-step optimal up to, reconfiguring pays to, schedules between.
using CriticalRow = std::array<std::string, 3>;

/// Prints a table with one line per change; nothing and false if reconfiguring never pays.
bool print_panel(const GridView& grid, const Panel& panel, const std::vector<ScheduleCost>& costs,
                 const std::vector<std::size_t>& rows, std::ostream& out) {
    std::vector<CriticalRow> texts;
    for (const std::size_t row : rows) {
        const auto point = axis_point_of(grid, panel, Growing::delay, row);
        const auto critical = critical_delays(costs, regimes_of(costs, Growing::delay, point),
                                              most_changes(grid, panel, costs));
        texts.push_back({delay_text(critical.every_step_below), delay_text(critical.static_above),
                         std::to_string(critical.between)});
    }
    const CriticalRow never{"never", "never", "0"};
    if (std::ranges::count(texts, never) == std::ssize(texts)) return false;
    out << '\n';
    print_paragraph(grid.title(panel), 2, out);
    print_row(out, panel.rows ? panel.rows->index.name : "", "every-step optimal up to",
              "reconfiguring pays to", "schedules between");
    for (std::size_t from = 0, to = 0; from < rows.size(); from = to) {
        while (to < rows.size() && texts[to] == texts[from]) ++to;
        std::string name = panel.rows ? label(panel.rows->index, rows[from]) : "";
        if (to > from + 1) name += " .. " + label(panel.rows->index, rows[to - 1]);
        print_row(out, name, texts[from][0], texts[from][1], texts[from][2]);
    }
    return true;
}

/// With certified flows, the linear costs are exact for the certified values, not for the true
/// flows.
void note_flow_gap(const GridView& grid, std::ostream& out) {
    bool is_exact = true;
    const auto axes = grid.axes();
    for (const auto& panel : GridView::panels(axes))
        is_exact = is_exact && grid.number(panel, "flow_gap").value_or(0) == 0;
    if (!is_exact)
        out << "where flow_gap > 0: delays of the schedules that were found, whose flows are "
               "proven within that gap; exact flows may change them\n";
}

}  // namespace

void report_critical(const engine::ResultFile& file, const std::string& only, std::ostream& out) {
    std::size_t printed = 0;
    const char* heading =
        "Reconfiguration delays at which the optimal schedule changes its kind (exact)\n";
    for (const auto& name : need_grids(file, only)) {
        const GridView grid(file, name);
        out << std::exchange(heading, "");
        const auto axes = axes_without(grid, "reconfiguration_delay");
        std::vector<std::string> never;
        note_flow_gap(grid, out);
        out << '\n';
        print_paragraph("grid " + name + ": " + grid.constants(), 2, out);
        for (const auto& panel : GridView::panels(axes, row_axis(axes), nullptr)) {
            const auto costs = read_schedule_costs(grid, panel);
            const auto rows = selected_rows(grid, panel);
            if (rows.empty()) continue;
            if (costs.empty()) {
                printed += note_missing_list(grid, panel, out);
                continue;
            }
            if (!print_panel(grid, panel, costs, rows, out)) never.push_back(grid.title(panel));
            ++printed;
        }
        if (never.empty()) continue;
        out << '\n';
        print_paragraph("reconfiguring never pays at all (" + std::to_string(never.size()) +
                            "): " + joined(never),
                        2, out);
    }
    if (printed == 0)
        throw engine::BadInput(file.path() +
                               ": no schedule at any point; `lightsweep table` shows the status of "
                               "each point, and run --resume computes missing ones");
}

}  // namespace lightsweep::analysis
