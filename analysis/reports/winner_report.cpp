#include "analysis/reports/grid_reports.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iomanip>
#include <ostream>

#include "analysis/envelopes/schedule_costs.hpp"
#include "analysis/read/quantity_text.hpp"
#include "analysis/reports/winners.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

constexpr std::size_t most_panels = 12, most_rows = 32, most_columns = 64;

/// A character per name: "." for static, "#" for every-step, otherwise a free letter of the name.
/// If there are more names than letters, only the winners of the panel have one.
std::vector<char> signs_of(const std::vector<std::string>& names, const std::vector<int>& winner) {
    const std::string spare = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    std::vector<char> signs;
    const auto is_shown = [&] {
        const auto code = static_cast<int>(signs.size());
        return names.size() <= spare.size() || std::ranges::find(winner, code) != winner.end();
    };
    const auto is_free = [&](char sign) { return std::ranges::find(signs, sign) == signs.end(); };
    for (const auto& name : names) {
        if (!is_shown()) {
            signs.push_back(' ');
            continue;
        }
        char chosen = name == "static" ? '.' : name == "every-step" ? '#' : '\0';
        const std::string letters = name + spare;
        for (std::size_t i = 0; i < letters.size() && chosen == '\0'; ++i) {
            const auto letter =
                static_cast<char>(std::toupper(static_cast<unsigned char>(letters[i])));
            const char sign = i < name.size() ? letter : letters[i];
            if (std::isalnum(static_cast<unsigned char>(sign)) && is_free(sign)) chosen = sign;
        }
        signs.push_back(chosen == '\0' ? '?' : chosen);
    }
    return signs;
}

std::string axis_label(const engine::Axis& axis, std::size_t i) {
    return label(axis.auxiliary.empty() ? axis.index : axis.auxiliary.front(), i);
}

std::string axis_name(const engine::Axis& axis) {
    return axis.auxiliary.empty() ? axis.index.name : axis.auxiliary.front().name;
}

/// The place of a cell as text: "message 8 MiB, reconfiguration_delay 1 us".
std::string cell_place(const Panel& panel, std::size_t cell) {
    if (!panel.columns) return "the only point";
    const std::string column =
        axis_name(*panel.columns) + " " + axis_label(*panel.columns, cell % panel.n_columns());
    if (!panel.rows) return column;
    return axis_name(*panel.rows) + " " + axis_label(*panel.rows, cell / panel.n_columns()) + ", " +
           column;
}

/// The cell with the largest value among those won by `winner` (-2: any); size() if there is none.
std::size_t largest(const std::vector<double>& values, const std::vector<int>& winner, int who) {
    std::size_t best = values.size();
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i]) || (who != -2 && winner[i] != who)) continue;
        if (best == values.size() || values[i] > values[best]) best = i;
    }
    return best;
}

class PanelReport {
  public:
    PanelReport(const Panel& panel, const WinnerMap& map, bool all, std::ostream& out)
        : panel_(panel), map_(map), signs_(signs_of(map.names, map.winner)), out_(out) {
        if (all) return;
        row_step_ = (panel.n_rows() + most_rows - 1) / most_rows;
        column_step_ = (panel.n_columns() + most_columns - 1) / most_columns;
    }

    void print() const {
        if (panel_.rows)
            print_map();
        else
            print_list();
        print_shares();
        print_gain();
    }

  private:
    char sign(std::size_t cell) const {
        const int code = map_.winner[cell];
        return code < 0 ? ' ' : signs_[static_cast<std::size_t>(code)];
    }

    std::string name(std::size_t cell) const {
        const int code = map_.winner[cell];
        return code < 0 ? "nobody" : map_.names[static_cast<std::size_t>(code)];
    }

    /// Prints rows from the largest value down, as in a plot, with labels of the first and last
    /// column below.
    void print_map() const {
        const std::size_t shown = (panel_.n_rows() - 1) / row_step_ + 1;
        for (std::size_t i = shown; i-- > 0;) {
            const std::size_t row = i * row_step_;
            out_ << std::right << std::setw(10) << axis_label(*panel_.rows, row) << " |";
            for (std::size_t c = 0; c < panel_.n_columns(); c += column_step_)
                out_ << sign(row * panel_.n_columns() + c);
            out_ << "|\n";
        }
        const std::size_t width = (panel_.n_columns() - 1) / column_step_ + 1;
        const std::string first = axis_label(*panel_.columns, 0);
        const std::string last = axis_label(*panel_.columns, (width - 1) * column_step_);
        const std::string middle = axis_name(*panel_.columns);
        const std::string left = first + "  " + middle + "  ";
        out_ << std::string(12, ' ') << left
             << std::string(std::max(width, left.size() + last.size()) - left.size() - last.size(),
                            ' ')
             << last << '\n';
        if (row_step_ * column_step_ > 1)
            out_ << std::string(12, ' ') << "(1 of " << row_step_ << " rows and 1 of "
                 << column_step_ << " columns shown; shares are of all cells)\n";
    }

    /// Prints the ranges of each winner along the only axis.
    void print_list() const {
        for (std::size_t from = 0; from < panel_.size();) {
            std::size_t to = from;
            while (to + 1 < panel_.size() && map_.winner[to + 1] == map_.winner[from]) ++to;
            std::string range = panel_.columns ? axis_name(*panel_.columns) + " " +
                                                     axis_label(*panel_.columns, from)
                                               : "";
            if (to > from) range += " .. " + axis_label(*panel_.columns, to);
            out_ << "  " << range << (range.empty() ? "" : ": ") << name(from) << '\n';
            from = to + 1;
        }
    }

    void print_shares() const {
        std::size_t total = 0;
        for (const int one : map_.winner) total += one >= 0;
        std::size_t width = 14;
        for (const auto& name : map_.names) width = std::max(width, name.size());
        for (std::size_t s = 0; s < map_.names.size(); ++s) {
            const int code = static_cast<int>(s);
            const auto cells = std::ranges::count(map_.winner, code);
            if (cells == 0) continue;
            out_ << "  " << (panel_.rows ? std::string(1, signs_[s]) + "  " : "") << std::left
                 << std::setw(static_cast<int>(width)) << map_.names[s] << std::right
                 << std::setw(8)
                 << percent(static_cast<double>(cells) / static_cast<double>(total));
            const std::size_t most = largest(map_.margin, map_.winner, code);
            if (most < map_.size()) print_lead(most);
            out_ << '\n';
        }
    }

    /// How far the winner of a cell is ahead of whom, and how many others share its time.
    void print_lead(std::size_t cell) const {
        out_ << "   at most " << factor(map_.margin[cell]) << " ahead of "
             << (map_.second.empty() ? "the next different time" : map_.second[cell]) << ", at "
             << cell_place(panel_, cell);
        if (const int ties = map_.ties.empty() ? 0 : map_.ties[cell]; ties > 0)
            out_ << " (" << ties << (ties == 1 ? " other takes" : " others take") << " as long)";
    }

    void print_gain() const {
        const std::size_t most = largest(map_.gain, map_.winner, -2);
        if (most == map_.size()) return;
        if (map_.gain[most] <= 1 + winner_tie) {
            out_ << "  nothing beats the better of static and every-step here\n";
            return;
        }
        out_ << "  best gain over both static and every-step: " << factor(map_.gain[most]) << " at "
             << cell_place(panel_, most) << '\n';
    }

    const Panel& panel_;
    const WinnerMap& map_;
    std::vector<char> signs_;
    std::ostream& out_;
    std::size_t row_step_ = 1, column_step_ = 1;
};

/// Prints the candidates whose times are in no list of a file without results.
void print_unknown(const std::vector<std::string>& unlisted, std::ostream& out) {
    if (unlisted.empty()) return;
    out << "  not compared, because they have no list here: " << in_words(unlisted)
        << "; results = true stores the times\n";
}

/// Schedulers without a time at any point, with the reason of their first point.
std::vector<std::string> without_times(const GridView& grid) {
    std::vector<std::string> found;
    for (const auto& scheduler : grid.schedulers()) {
        const auto path = "grids/" + grid.name() + "/" + scheduler;
        const auto times = grid.file().read_f64(path, "completion_time");
        if (std::ranges::any_of(times, [](double time) { return std::isfinite(time); })) continue;
        found.push_back(scheduler);
        if (const auto* reason = column_called(grid.group(scheduler)->columns, "reason"))
            for (const auto& [code, word] : reason->flags)
                if (grid.file().read_i64(path, "reason")[0] == code)
                    found.back() += " (" + word + ")";
    }
    return found;
}

/// Prints the maps and the schedulers of a grid that no line above names.
void print_timeless(const GridView& grid, const std::vector<std::string>& empty,
                    std::ostream& out) {
    if (!empty.empty()) out << "no time by any scheduler: " << in_words(empty) << '\n';
    const auto never = without_times(grid);
    if (!never.empty()) out << "no time at any point: " << in_words(never) << '\n';
}

}  // namespace

void report_winners(const engine::ResultFile& file, const WinnerOptions& options,
                    std::ostream& out) {
    out << "Equal times go to the simpler scheduler; the second is the next different time.\n";
    std::size_t shown = 0, hidden = 0;
    for (const auto& name : need_grids(file, options.grid)) {
        const GridView grid(file, name);
        const bool stored = grid.has("best");
        const auto panels = GridView::panels(stored ? grid.group("best")->axes : grid.axes());
        std::vector<std::string> empty;
        out << "grid " << name << ": " << grid.constants() << '\n';
        for (const auto& panel : panels) {
            if (!options.all && shown >= most_panels) {
                ++hidden;
                continue;
            }
            const WinnerMap map =
                stored ? stored_winners(grid, panel) : computed_winners(grid, panel);
            if (map.empty()) {
                empty.push_back(grid.title(panel));
                continue;
            }
            out << '\n'
                << grid.title(panel)
                << (panel.rows ? " (rows: " + axis_name(*panel.rows) + ")" : "") << '\n';
            PanelReport(panel, map, options.all, out).print();
            if (!stored && grid.is_of_lists()) print_unknown(unlisted_candidates(grid, panel), out);
            ++shown;
        }
        print_timeless(grid, empty, out);
        out << '\n';
    }
    if (shown == 0)
        throw engine::BadInput(file.path() +
                               ": no scheduler has a time at any point; `lightsweep table` shows "
                               "the status of each point, and run --resume computes missing ones");
    if (hidden > 0) out << hidden << " more maps: add --all, or --grid NAME for one grid\n";
}

}  // namespace lightsweep::analysis
