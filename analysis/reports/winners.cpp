#include "analysis/reports/winners.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "analysis/envelopes/regimes.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// Ratio other / best; 1 for 0 / 0, NaN if there is no other.
double ratio(double other, double best) {
    if (!std::isfinite(other)) return no_value;
    return other == 0 && best == 0 ? 1.0 : other / best;
}

/// Times from the lists of /envelopes [s]: infinite where no list exists, NaN outside the sweep.
std::vector<double> listed_times(const GridView& grid, const Panel& panel,
                                 const std::string& scheduler) {
    const auto planes = read_schedule_costs(grid, panel, scheduler);
    const auto selected = grid.selected(panel);
    std::vector<double> times(panel.size(), infinity);
    for (std::size_t i = 0; i < times.size() && !planes.empty(); ++i) {
        const std::size_t row = i / panel.n_columns(), column = i % panel.n_columns();
        const double delay = grid.number(panel, "reconfiguration_delay", row, column).value_or(0);
        for (const auto& line : at(planes, point_of(grid, panel, row, column)))
            times[i] = std::min(times[i], line.fixed + line.slope * delay);
        if (!selected.empty() && selected[i] == 0) times[i] = no_value;
    }
    return times;
}

/// Times of those that may win; NaN for the others.
std::vector<double> times_of(const GridView& grid, const Panel& panel,
                             const std::string& scheduler) {
    if (grid.is_of_lists()) return listed_times(grid, panel, scheduler);
    auto times = grid.read(panel, scheduler, "completion_time");
    const auto status = grid.read(panel, scheduler, "status");
    const double formula = status_code(*grid.group(scheduler), "formula");
    for (std::size_t i = 0; i < times.size(); ++i)
        if (status[i] == formula) times[i] = no_value;
    return times;
}

/// The fastest and second fastest so far in one cell, and how many others are as fast as the first.
struct Race {
    int winner = -1, runner_up = -1, ties = 0;
    double first = infinity, second = infinity;

    void enter(int runner, double time) {
        if (!std::isfinite(time)) return;
        if (winner < 0 || time < first * (1 - winner_tie)) {
            second = first;
            runner_up = winner;
            first = time;
            winner = runner;
            ties = 0;
        } else if (time <= first * (1 + winner_tie)) {
            ++ties;
        } else if (time < second) {
            second = time;
            runner_up = runner;
        }
    }
};

std::vector<double> gain_of(const std::vector<double>& over_static,
                            const std::vector<double>& over_every) {
    std::vector<double> gain(over_static.size(), no_value);
    for (std::size_t i = 0; i < gain.size(); ++i)
        if (!std::isnan(over_static[i]) && !std::isnan(over_every[i]))
            gain[i] = std::min(over_static[i], over_every[i]);
    return gain;
}

/// A margin of the group best; NaN everywhere if the sweep has nothing to compare with.
std::vector<double> stored_margin(const GridView& grid, const Panel& panel, const char* name) {
    if (column_called(grid.group("best")->columns, name)) return grid.read(panel, "best", name);
    return std::vector<double>(panel.size(), no_value);
}

/// Times of a scheduler over the times of the winner; NaN everywhere if the file does not have it.
std::vector<double> over_winner(const GridView& grid, const Panel& panel, const char* scheduler,
                                const std::vector<std::string>& names,
                                const std::vector<Race>& races) {
    std::vector<double> result(races.size(), no_value);
    if (std::ranges::find(names, scheduler) == names.end()) return result;
    const auto times = times_of(grid, panel, scheduler);
    for (std::size_t i = 0; i < races.size(); ++i) result[i] = ratio(times[i], races[i].first);
    return result;
}

}  // namespace

bool WinnerMap::empty() const {
    return std::ranges::all_of(winner, [](int one) { return one < 0; });
}

WinnerMap stored_winners(const GridView& grid, const Panel& panel) {
    WinnerMap map;
    if (const auto* winner = column_called(grid.group("best")->columns, "winner"))
        for (const auto& flag : winner->flags) map.names.push_back(flag.second);
    for (const double code : grid.read(panel, "best", "winner")) {
        if (code < -1 || code >= static_cast<double>(map.names.size()))
            refuse_code(grid, "grids/" + grid.name() + "/best/winner = " + exact(code));
        map.winner.push_back(static_cast<int>(code));
    }
    map.margin = grid.read(panel, "best", "margin_to_second");
    map.gain = gain_of(stored_margin(grid, panel, "margin_to_static"),
                       stored_margin(grid, panel, "margin_to_every_step"));
    const bool are_schedulers = std::ranges::none_of(
        map.names, [](const std::string& name) { return name.find('@') != std::string::npos; });
    if (are_schedulers && !grid.is_of_lists() && !grid.schedulers().empty()) {
        auto raced = computed_winners(grid, panel);
        map.second = std::move(raced.second);
        map.ties = std::move(raced.ties);
    }
    return map;
}

WinnerMap computed_winners(const GridView& grid, const Panel& panel) {
    WinnerMap map;
    map.names = grid.is_of_lists() ? grid.listed_schedulers() : grid.schedulers();
    std::vector<Race> races(panel.size());
    for (std::size_t s = 0; s < map.names.size(); ++s) {
        const auto times = times_of(grid, panel, map.names[s]);
        for (std::size_t i = 0; i < races.size(); ++i)
            races[i].enter(static_cast<int>(s), times[i]);
    }
    for (const auto& race : races) {
        map.winner.push_back(race.winner);
        map.margin.push_back(ratio(race.second, race.first));
        map.second.push_back(race.runner_up < 0 ? "" : map.names[race.runner_up]);
        map.ties.push_back(race.ties);
    }
    map.gain = gain_of(over_winner(grid, panel, "static", map.names, races),
                       over_winner(grid, panel, "every-step", map.names, races));
    return map;
}

namespace {

double least_of(const std::vector<CostLine>& lines, double value) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& line : lines) least = std::min(least, line.fixed + line.slope * value);
    return least;
}

/// The panel with the key's axis as columns; without columns if the key is not an axis.
Panel along(const GridView& grid, Panel panel, const std::string& key) {
    for (const auto& axis : grid.group("best")->axes)
        if (axis.index.name == key) panel.columns = &axis;
    return panel;
}

}  // namespace

Beaten compare_with_stored(const GridView& grid, const Panel& panel, std::size_t row,
                           const std::string& key, double only,
                           const std::vector<CostLine>& lines) {
    Beaten beaten;
    const Panel cells = along(grid, panel, key);
    const auto times = grid.read(cells, "best", "completion_time");
    const WinnerMap winners = stored_winners(grid, cells);
    for (std::size_t i = 0; i < cells.n_columns(); ++i) {
        const std::size_t cell = row * cells.n_columns() + i;
        if (winners.winner[cell] < 0) continue;
        const double value = cells.columns ? *number_at(cells.columns->index, i) : only;
        const double least = least_of(lines, value);
        ++beaten.n_points;
        if (times[cell] >= least * (1 - winner_tie)) continue;
        const bool more =
            beaten.n_faster++ == 0 || times[cell] * beaten.lines < beaten.stored * least;
        if (!more) continue;
        beaten.where = value;
        beaten.stored = times[cell];
        beaten.lines = least;
        beaten.winner = winners.names[winners.winner[cell]];
    }
    return beaten;
}

}  // namespace lightsweep::analysis
