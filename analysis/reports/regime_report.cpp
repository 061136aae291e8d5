#include "analysis/reports/grid_reports.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>

#include "analysis/envelopes/regimes.hpp"
#include "analysis/envelopes/schedule_costs.hpp"
#include "analysis/read/quantity_text.hpp"
#include "analysis/reports/winners.hpp"
#include "analysis/reports/wrapped_text.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

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

/// The time of each schedule as a line over the growing parameter.
std::vector<CostLine> lines_over(Growing growing, const GridView& grid, const Panel& panel,
                                 std::size_t row, const std::vector<ScheduleCost>& costs) {
    const double per_step = needed(grid, panel, "per_step_latency", row),
                 per_hop = per_hop_latency(grid, panel, row),
                 bandwidth = bandwidth_of(grid, panel, row);
    if (growing == Growing::delay)
        return at(costs, {per_step, per_hop, message_of(grid, panel, row) / bandwidth});
    const double delay = needed(grid, panel, "reconfiguration_delay", row);
    std::vector<CostLine> lines;
    for (const auto& cost : costs)
        lines.push_back(
            {cost.steps * per_step + cost.hops * per_hop + cost.reconfigurations * delay,
             cost.transmission / bandwidth});
    return lines;
}

/// The unit for sizes, as in the file.
std::string unit_of(Growing growing, const GridView& grid) {
    if (growing == Growing::delay) return "s";
    for (const auto& axis : grid.axes())
        if (axis.index.name == "message" || axis.index.name == "item") return unit_for(axis.index);
    return "B";
}

/// Text of an entry: with the winner's name for a portfolio, otherwise only the count.
std::string entry(const ScheduleCost& cost, const std::string& winner, const Regime& regime,
                  const std::string& unit) {
    std::string text = readable(cost.reconfigurations, "1");
    if (!winner.empty()) text = winner + " " + text;
    if (std::isfinite(regime.to)) text += " (to " + readable(regime.to, unit) + ")";
    return text;
}

/// Prints where the stored best is faster than the printed row.
void print_beaten(const Beaten& beaten, const std::string& unit, std::size_t indent,
                  std::ostream& out) {
    if (beaten.n_faster == 0) return;
    print_wrapped("", indent,
                  words_of("beaten at " + std::to_string(beaten.n_faster) + " of the grid's " +
                           std::to_string(beaten.n_points) + " points, by up to " +
                           percent(beaten.lines / beaten.stored - 1) + ": at " +
                           readable(beaten.where, unit) + " " + beaten.winner + " takes " +
                           readable(beaten.stored, "s") + ", these " + readable(beaten.lines, "s")),
                  out, "");
}

/// The question for one grid, and how the answer is printed.
struct RegimeTable {
    const GridView& grid;
    Growing growing;
    bool portfolio;
    const engine::Axis* rows;
    std::string unit;
    std::size_t indent;
};

/// Value of the growing parameter if it is a constant of the file; 0 if it is an axis.
double constant_value(const RegimeTable& table, const Panel& panel, std::size_t row) {
    for (const auto& axis : table.grid.group("best")->axes)
        if (axis.index.name == key_of(table.growing)) return 0;
    if (table.growing == Growing::message) return message_of(table.grid, panel, row);
    return table.grid.number(panel, key_of(table.growing), row).value_or(0);
}

void print_rows(const RegimeTable& table, const Panel& panel,
                const std::vector<ScheduleCost>& costs, std::ostream& out) {
    const auto& [grid, growing, portfolio, rows, unit, indent] = table;
    std::vector<std::string> winners(costs.size());
    if (portfolio) winners = read_winners(grid, panel);
    for (std::size_t row = 0; row < panel.n_rows(); ++row) {
        const auto lines = lines_over(growing, grid, panel, row, costs);
        std::vector<std::string> entries;
        const auto point = axis_point_of(grid, panel, growing, row);
        for (const auto& regime : regimes_of(costs, growing, point))
            entries.push_back(
                entry(costs[regime.schedule], winners[regime.schedule], regime, unit));
        print_wrapped(rows ? label(rows->index, row) : "", indent, entries, out);
        if (portfolio)
            print_beaten(compare_with_stored(grid, panel, row, key_of(growing),
                                             constant_value(table, panel, row), lines),
                         unit, indent, out);
    }
}

/// Prints a panel; returns whether anything was printed.
bool print_panel(const RegimeTable& table, const Panel& panel, std::ostream& out) {
    const auto& [grid, growing, portfolio, rows, unit, indent] = table;
    const auto costs = read_schedule_costs(grid, panel);
    if (costs.empty() && !portfolio) return note_missing_list(grid, panel, out);
    const auto unlisted = portfolio ? unlisted_candidates(grid, panel) : std::vector<std::string>{};
    if (costs.empty() && unlisted.empty()) return false;
    require_solvable(grid, panel, growing);
    out << '\n' << grid.title(panel) << '\n';
    if (portfolio) print_left_out(grid, unlisted, out);
    if (costs.empty()) return true;
    print_wrapped(rows ? rows->index.name : "", indent,
                  {std::string(portfolio ? "winner and reconfigurations (up to which "
                                         : "reconfigurations of the best schedule (up to which ") +
                   (growing == Growing::delay ? "delay)" : "message)")},
                  out);
    print_rows(table, panel, costs, out);
    return true;
}

std::size_t print_grid(const GridView& grid, Growing growing, std::ostream& out) {
    const auto axes = axes_without(grid, key_of(growing));
    const auto* rows = row_axis(axes);
    const std::size_t width = rows ? rows->index.name.size() + 4 : 0;
    const RegimeTable table{grid,
                            growing,
                            has_portfolio(grid),
                            rows,
                            unit_of(growing, grid),
                            std::max<std::size_t>(16, width)};
    std::size_t printed = 0;
    out << '\n';
    print_paragraph("grid " + grid.name() + ": " + grid.constants(), 2, out);
    for (const auto& panel : GridView::panels(axes, rows, nullptr))
        printed += print_panel(table, panel, out);
    return printed;
}

}  // namespace

void print_left_out(const GridView& grid, const std::vector<std::string>& unlisted,
                    std::ostream& out) {
    const std::string candidates = knows_unlisted(grid)
                                       ? in_words(unlisted)
                                       : "some schedulers, which this file does not name";
    if (knows_unlisted(grid) && unlisted.empty()) return;
    print_wrapped(
        "", 4,
        words_of(
            "not exact: these have no list here and may be faster than the schedules printed: " +
            candidates + "; `winners` compares all of them at the grid's points"),
        out, "");
}

void report_regimes(const engine::ResultFile& file, const std::string& only, Growing growing,
                    std::ostream& out) {
    std::size_t printed = 0;
    print_paragraph(
        std::string(growing == Growing::delay ? "Critical delays" : "Critical message sizes") +
            ": where the best schedule changes (exact, from the linear costs of the "
            "schedules, except where candidates without a list are named)",
        2, out);
    for (const auto& name : need_grids(file, only))
        printed += print_grid(GridView(file, name), growing, out);
    if (printed == 0)
        throw engine::BadInput(file.path() +
                               ": no schedule at any point; `lightsweep table` shows the status of "
                               "each point, and run --resume computes missing ones");
}

}  // namespace lightsweep::analysis
