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

/// Times of a candidate over the cells of a panel [s], and those of its schedules that never
/// reconfigure; not finite where there are none.
struct Times {
    std::vector<double> all, fixed;
};

/// Whether the cells of a row differ in the delay alone.
bool only_delays_vary(const Panel& panel) {
    return panel.columns && panel.columns->index.name == "reconfiguration_delay" &&
           panel.columns->auxiliary.empty();
}

/// Times from the lists of /envelopes: infinite where no list exists, NaN outside the sweep.
/// Without `all`, of the schedules that never reconfigure alone.
Times listed_times(const GridView& grid, const Panel& panel, const std::string& scheduler,
                   bool all) {
    auto costs = read_schedule_costs(grid, panel, scheduler);
    if (!all)
        std::erase_if(costs, [](const ScheduleCost& cost) { return cost.reconfigurations != 0; });
    const auto selected = grid.selected(panel);
    Times times{std::vector<double>(panel.size(), infinity), {}};
    times.fixed = times.all;
    std::vector<CostLine> lines;
    std::vector<double> delays;  // of the columns
    for (std::size_t i = 0; i < panel.size() && !costs.empty(); ++i) {
        const std::size_t row = i / panel.n_columns(), column = i % panel.n_columns();
        if (column == 0 || !only_delays_vary(panel))
            lines = at(costs, point_of(grid, panel, row, column));
        if (delays.size() <= column || !only_delays_vary(panel)) {
            delays.resize(column);
            delays.push_back(grid.number(panel, "reconfiguration_delay", row, column).value_or(0));
        }
        if (!selected.empty() && selected[i] == 0) {
            times.all[i] = times.fixed[i] = no_value;
            continue;
        }
        for (const auto& line : lines) {
            times.all[i] = std::min(times.all[i], line.fixed + line.slope * delays[column]);
            if (line.slope == 0) times.fixed[i] = std::min(times.fixed[i], line.fixed);
        }
    }
    return times;
}

/// Times of those that may win; NaN for the others.
Times times_of(const GridView& grid, const Panel& panel, const std::string& scheduler, bool all) {
    if (grid.is_of_lists()) return listed_times(grid, panel, scheduler, all);
    Times times{grid.read(panel, scheduler, "completion_time"), {}};
    const auto status = grid.read(panel, scheduler, "status");
    const bool knows = column_called(grid.group(scheduler)->columns, "n_reconfigurations");
    const auto changes = knows ? grid.read(panel, scheduler, "n_reconfigurations")
                               : std::vector<double>(panel.size(), scheduler != "static");
    const double formula = status_code(*grid.group(scheduler), "formula");
    times.fixed.assign(panel.size(), no_value);
    for (std::size_t i = 0; i < panel.size(); ++i) {
        if (status[i] == formula) times.all[i] = no_value;
        if (changes[i] == 0) times.fixed[i] = times.all[i];
    }
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

/// Candidates in the order of ties, and the races of the cells so far.
struct Contest {
    std::vector<std::string> names;
    std::vector<Race> all, fixed;

    void enter(const std::string& name, const std::vector<double>& times,
               const std::vector<double>& fixed_times) {
        int code = -1;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!std::isfinite(times[i]) && !std::isfinite(fixed_times[i])) continue;
            if (code < 0) code = code_of(name);
            all[i].enter(code, times[i]);
            fixed[i].enter(code, fixed_times[i]);
        }
    }

    /// A candidate's number.
    int code_of(const std::string& name) {
        const auto found = std::ranges::find(names, name);
        const auto code = static_cast<int>(found - names.begin());
        if (found == names.end()) names.push_back(name);
        return code;
    }
};

/// "segments@swing"; the plain name where the best is taken over the schedulers alone.
std::string with_place(const std::string& scheduler, const std::string& place) {
    return place.empty() ? scheduler : scheduler + "@" + place;
}

/// Names of the winners that the group `best` stores, by code.
std::vector<std::string> stored_names(const GridView& grid) {
    std::vector<std::string> names;
    if (const auto* winner = column_called(grid.group("best")->columns, "winner"))
        for (const auto& flag : winner->flags) names.push_back(flag.second);
    return names;
}

/// Codes of winners; throws IoError for one without a name.
std::vector<int> named_codes(const GridView& grid, const std::vector<double>& values) {
    const auto n_names = static_cast<double>(stored_names(grid).size());
    std::vector<int> codes;
    for (const double code : values) {
        if (code < -1 || code >= n_names)
            refuse_code(grid, "grids/" + grid.name() + "/best/winner = " + exact(code));
        codes.push_back(static_cast<int>(code));
    }
    return codes;
}

/// Codes of the stored winners over a panel of the axes of `best`.
std::vector<int> stored_winners(const GridView& grid, const Panel& panel) {
    return named_codes(grid, grid.read(panel, "best", "winner"));
}

/// Enters what the group `best` stores at a part.
void enter_stored(const GridView& grid, const Panel& part, const std::string& place,
                  Contest& contest) {
    const auto names = stored_names(grid);
    const auto codes = stored_winners(grid, part);
    const auto times = grid.read(part, "best", "completion_time");
    const bool has_place = std::ranges::any_of(
        names, [](const std::string& name) { return name.find('@') != std::string::npos; });
    std::vector<int> known(names.size(), -1);
    for (std::size_t i = 0; i < codes.size(); ++i)
        if (codes[i] >= 0 && std::isfinite(times[i])) known[codes[i]] = 0;
    for (std::size_t n = 0; n < names.size(); ++n)
        if (known[n] == 0)
            known[n] = contest.code_of(has_place ? names[n] : with_place(names[n], place));
    for (std::size_t i = 0; i < codes.size(); ++i)
        if (codes[i] >= 0) contest.all[i].enter(known[codes[i]], times[i]);
}

WinnerMap map_of(Contest&& contest) {
    WinnerMap map;
    map.names = std::move(contest.names);
    for (std::size_t i = 0; i < contest.all.size(); ++i) {
        const Race &all = contest.all[i], &fixed = contest.fixed[i];
        map.winner.push_back(all.winner);
        map.second.push_back(all.runner_up);
        map.ties.push_back(all.ties);
        map.fixed.push_back(fixed.winner);
        map.margin.push_back(ratio(all.second, all.first));
        map.gain.push_back(all.winner < 0     ? no_value
                           : fixed.winner < 0 ? infinity
                                              : std::max(1.0, ratio(fixed.first, all.first)));
    }
    return map;
}

}  // namespace

bool WinnerMap::empty() const {
    return std::ranges::all_of(winner, [](int one) { return one < 0; });
}

void check_stored_winners(const GridView& grid) {
    if (grid.has("best"))
        named_codes(grid, grid.file().read_f64("grids/" + grid.name() + "/best", "winner"));
}

WinnerMap winners_of(const GridView& grid, const Comparison& comparison, const Panel& panel) {
    Contest contest{{}, std::vector<Race>(panel.size()), std::vector<Race>(panel.size())};
    const bool stored = grid.is_of_lists() && grid.has("best");
    const auto parts = comparison.parts(panel);
    if (stored)
        for (const auto& part : parts) enter_stored(grid, part, comparison.name_of(part), contest);
    for (const auto& scheduler : grid.is_of_lists() ? grid.listed_schedulers() : grid.schedulers())
        for (const auto& part : parts) {
            auto times = times_of(grid, part, scheduler, !stored);
            if (stored) times.all.assign(panel.size(), no_value);
            contest.enter(with_place(scheduler, comparison.name_of(part)), times.all, times.fixed);
        }
    auto map = map_of(std::move(contest));
    if (stored) map.second = map.ties = {};
    if (stored && parts.size() == 1) map.margin = grid.read(panel, "best", "margin_to_second");
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
    const auto names = stored_names(grid);
    const auto winners = stored_winners(grid, cells);
    for (std::size_t i = 0; i < cells.n_columns(); ++i) {
        const std::size_t cell = row * cells.n_columns() + i;
        if (winners[cell] < 0) continue;
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
        beaten.winner = names[winners[cell]];
    }
    return beaten;
}

}  // namespace lightsweep::analysis
