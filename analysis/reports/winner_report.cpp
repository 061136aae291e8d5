#include "analysis/reports/grid_reports.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iomanip>
#include <map>
#include <ostream>
#include <sstream>
#include <utility>

#include "analysis/envelopes/schedule_costs.hpp"
#include "analysis/read/quantity_text.hpp"
#include "analysis/reports/comparison.hpp"
#include "analysis/reports/winners.hpp"
#include "analysis/reports/wrapped_text.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

constexpr std::size_t most_panels = 12, most_rows = 32, most_columns = 64;

/// A character per winner, the same in all maps: "." for the first static one, "#" for the first
/// every-step, otherwise a free letter of the name.
class Signs {
  public:
    std::vector<char> of(const WinnerMap& map) {
        std::vector<char> signs(map.names.size(), ' ');
        for (std::size_t s = 0; s < signs.size(); ++s)
            if (std::ranges::find(map.winner, static_cast<int>(s)) != map.winner.end())
                signs[s] = known_.try_emplace(map.names[s], free_sign(map.names[s])).first->second;
        return signs;
    }

  private:
    char free_sign(const std::string& name) const {
        std::string wanted;
        if (name.starts_with("static")) wanted = ".";
        if (name.starts_with("every-step")) wanted = "#";
        for (const char letter : name)
            if (std::isalnum(static_cast<unsigned char>(letter)))
                wanted += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
        wanted += "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        for (const char sign : wanted)
            if (std::ranges::none_of(known_, [&](const auto& one) { return one.second == sign; }))
                return sign;
        return '?';
    }

    std::map<std::string, char> known_;
};

std::string axis_label(const engine::Axis& axis, std::size_t i) {
    return label(axis.auxiliary.empty() ? axis.index : axis.auxiliary.front(), i);
}

std::string axis_name(const engine::Axis& axis) {
    return axis.auxiliary.empty() ? axis.index.name : axis.auxiliary.front().name;
}

/// The place of a cell as text: "8 MiB, 1 us".
std::string cell_place(const Panel& panel, std::size_t cell) {
    if (!panel.columns) return "the only point";
    const std::string column = axis_label(*panel.columns, cell % panel.n_columns());
    return panel.rows ? axis_label(*panel.rows, cell / panel.n_columns()) + ", " + column : column;
}

/// The cell with the largest finite value among those won by `winner` (-2: any); size() if there is
/// none.
std::size_t largest(const std::vector<double>& values, const std::vector<int>& winner, int who) {
    std::size_t best = values.size();
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i]) || (who != -2 && winner[i] != who)) continue;
        if (best == values.size() || values[i] > values[best]) best = i;
    }
    return best;
}

/// A gain that a designer notices.
constexpr double worth_it = 1.01;

/// What all cells of a grid say to "reconfigure or not?".
class ReconfigureAnswer {
  public:
    void add(const std::string& title, const Panel& panel, const WinnerMap& map) {
        for (const double gain : map.gain) {
            n_points_ += !std::isnan(gain);
            n_must_ += std::isinf(gain);
            if (gain >= worth_it && std::isfinite(gain)) gains_.push_back(gain);
        }
        const std::size_t at = largest(map.gain, map.winner, -2);
        if (at == map.size() || map.gain[at] <= most_) return;
        most_ = map.gain[at];
        where_ = title + ", " + cell_place(panel, at) + ": " + map.name(map.winner[at]) +
                 " instead of " + map.name(map.fixed[at]);
    }

    /// One sentence on the top of the maps.
    std::string text() {
        const auto share = [&](std::size_t count) {
            return percent(static_cast<double>(count) / static_cast<double>(n_points_));
        };
        if (n_must_ == n_points_)
            return "Reconfigure or not? No schedule of this grid does without reconfiguring.";
        const std::string must =
            n_must_ ? "At " + share(n_must_) + " no schedule does without reconfiguring. " : "";
        if (gains_.empty())
            return "Reconfigure or not? " + must + (n_must_ ? "Elsewhere" : "Not here:") +
                   " nothing is 1 % faster than the best schedule that never reconfigures.";
        const auto median = gains_.begin() + static_cast<std::ptrdiff_t>(gains_.size() / 2);
        std::ranges::nth_element(gains_, median);
        return "Reconfigure or not? " + must + "At " + share(gains_.size()) +
               " of the points reconfiguring is at least 1 % faster than the best schedule "
               "that never does: " +
               factor(*median) + " as fast at the median of them, " + factor(most_) + " at most (" +
               where_ + ").";
    }

  private:
    std::size_t n_points_ = 0, n_must_ = 0;
    std::vector<double> gains_;
    double most_ = 0;
    std::string where_;
};

class PanelReport {
  public:
    PanelReport(const Panel& panel, const WinnerMap& map, Signs& signs,
                const ComparisonOptions& options, std::ostream& out)
        : panel_(panel), map_(map), signs_(signs.of(map)), out_(out), colour_(options.colour) {
        if (options.all) return;
        row_step_ = (panel.n_rows() + most_rows - 1) / most_rows;
        column_step_ = (panel.n_columns() + most_columns - 1) / most_columns;
    }

    void print() const {
        if (panel_.rows)
            print_map([&](std::size_t cell) { return std::string(1, sign(cell)); }, column_step_);
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

    /// Prints rows from the largest value down, as in a plot, with labels of the first and last
    /// column below.
    template <class Text>
    void print_map(Text text, std::size_t column_step) const {
        const std::size_t shown = (panel_.n_rows() - 1) / row_step_ + 1;
        std::size_t width = 0;
        for (std::size_t i = shown; i-- > 0;) {
            const std::size_t row = i * row_step_;
            out_ << std::right << std::setw(10) << axis_label(*panel_.rows, row) << " |";
            std::string cells;
            for (std::size_t c = 0; c < panel_.n_columns(); c += column_step)
                cells += text(row * panel_.n_columns() + c);
            width = cells.size();
            out_ << painted(cells) << "|\n";
        }
        const std::string first = axis_label(*panel_.columns, 0);
        const std::string last =
            axis_label(*panel_.columns, (panel_.n_columns() - 1) / column_step * column_step);
        const std::string middle = axis_name(*panel_.columns);
        const std::string left = first + "  " + middle + "  ";
        out_ << std::string(12, ' ') << left
             << std::string(std::max(width, left.size() + last.size()) - left.size() - last.size(),
                            ' ')
             << last << '\n';
        if (row_step_ * column_step > 1)
            out_ << std::string(12, ' ') << "(1 of " << row_step_ << " rows and 1 of "
                 << column_step << " columns shown; shares are of all cells)\n";
    }

    /// The cells with a background per sign, where colours are wanted.
    std::string painted(const std::string& cells) const {
        if (!colour_) return cells;
        std::string text;
        char before = 0;
        for (const char cell : cells) {
            // "." never changes; "#" and numbers stay as they are; letters share six colours.
            if (cell != before) {
                text += "\033[0m";
                if (cell == '.') text += "\033[90m";
                if (cell == '#') text += "\033[1;34m";
                if (std::isalpha(static_cast<unsigned char>(cell)))
                    text += "\033[" + std::to_string(31 + cell % 6) + "m";
            }
            text += before = cell;
        }
        return text + "\033[0m";
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
            out_ << "  " << range << (range.empty() ? "" : ": ") << map_.name(map_.winner[from])
                 << '\n';
            from = to + 1;
        }
    }

    void print_shares() const {
        std::size_t total = 0;
        for (const int one : map_.winner) total += one >= 0;
        std::size_t width = 14;
        for (const int one : map_.winner) width = std::max(width, map_.name(one).size());
        for (std::size_t s = 0; s < map_.names.size(); ++s) {
            const auto cells = std::ranges::count(map_.winner, static_cast<int>(s));
            if (cells == 0) continue;
            std::string name = map_.names[s];
            name.resize(width, ' ');
            const auto share = percent(static_cast<double>(cells) / static_cast<double>(total));
            const std::string line =
                (panel_.rows ? "  " + std::string(1, signs_[s]) + "  " : "  ") + name +
                std::string(8 - std::min<std::size_t>(8, share.size()), ' ') + share;
            const auto ahead = lead(largest(map_.margin, map_.winner, static_cast<int>(s)));
            out_ << line;
            if (ahead.empty())
                out_ << '\n';
            else if (line.size() + 2 + ahead.size() <= page_width)
                out_ << "  " << ahead << '\n';
            else
                print_paragraph(ahead, 7, out_ << '\n' << std::string(7, ' '));
        }
    }

    /// How far the winner of a cell is ahead of whom, and how many others share its time.
    std::string lead(std::size_t cell) const {
        if (cell >= map_.size()) return "";
        const std::string text =
            "up to " + factor(map_.margin[cell]) + " over " +
            (map_.second.empty() ? "the next different time" : map_.name(map_.second[cell])) +
            " at " + cell_place(panel_, cell);
        const int ties = map_.ties.empty() ? 0 : map_.ties[cell];
        return ties == 0 ? text
                         : text + " (" + std::to_string(ties) + (ties == 1 ? " tie)" : " ties)");
    }

    /// The speed-up over the best that never reconfigures: numbers where they fit, otherwise signs.
    void print_gain() const {
        const std::size_t most = largest(map_.gain, map_.winner, -2);
        if (most == map_.size()) return;
        if (map_.gain[most] < worth_it) {
            out_ << "  reconfiguring gains less than 1 % here\n";
            return;
        }
        out_ << "  reconfiguring is at most " << factor(map_.gain[most])
             << " as fast as the best that never does, at " << cell_place(panel_, most) << '\n';
        if (!panel_.rows) return;
        constexpr std::size_t room = 86, cell = 6;
        if (panel_.n_columns() * cell <= room)
            return print_map([&](std::size_t i) { return number(map_.gain[i]); }, 1);
        out_ << "            speed-up: - 1.01x or more, + 1.1x or more, # 2x or more, * no other "
                "way\n";
        print_map([&](std::size_t i) { return std::string(1, level(map_.gain[i])); }, column_step_);
    }

    static std::string number(double gain) {
        if (std::isnan(gain)) return "      ";
        if (std::isinf(gain)) return "     *";
        const auto text = gain < worth_it ? "1"
                                          : printed(gain < 9.995   ? "%.2f"
                                                    : gain < 999.5 ? "%.0f"
                                                                   : "%.0e",
                                                    gain);
        return std::string(6 - std::min<std::size_t>(6, text.size()), ' ') + text;
    }

    static char level(double gain) {
        if (std::isinf(gain)) return '*';
        return gain >= 2 ? '#' : gain >= 1.1 ? '+' : gain >= worth_it ? '-' : ' ';
    }

    const Panel& panel_;
    const WinnerMap& map_;
    std::vector<char> signs_;
    std::ostream& out_;
    bool colour_;
    std::size_t row_step_ = 1, column_step_ = 1;
};

/// Prints the candidates whose times are in no list of a file without results.
void print_unknown(const std::vector<std::string>& unlisted, std::ostream& out) {
    if (unlisted.empty()) return;
    print_wrapped("", 2,
                  words_of("not compared, because they have no list here: " + in_words(unlisted) +
                           "; results = true stores the times"),
                  out, "");
}

/// Whether a group has a time at any point; reads it in parts, of which the first one mostly has.
bool has_time(const engine::ResultFile& file, const std::string& path) {
    auto part = engine::Slab{{}, file.shape(path, "completion_time")};
    part.start.assign(part.count.size(), 0);
    const std::size_t parts = part.count.empty() ? 1 : std::exchange(part.count[0], 1);
    for (std::size_t i = 0; i < parts; ++i) {
        if (!part.start.empty()) part.start[0] = i;
        const auto times = file.read_f64(path, "completion_time", part);
        if (std::ranges::any_of(times, [](double time) { return std::isfinite(time); }))
            return true;
    }
    return false;
}

/// Schedulers without a time at any point, with the reason of their first point.
std::vector<std::string> without_times(const GridView& grid) {
    std::vector<std::string> found;
    for (const auto& scheduler : grid.schedulers()) {
        const auto path = "grids/" + grid.name() + "/" + scheduler;
        if (has_time(grid.file(), path)) continue;
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
    if (!empty.empty()) print_paragraph("no time by any scheduler: " + in_words(empty), 2, out);
    const auto never = without_times(grid);
    if (!never.empty()) print_paragraph("no time at any point: " + in_words(never), 2, out);
}

}  // namespace

void report_winners(const engine::ResultFile& file, const ComparisonOptions& options,
                    std::ostream& out) {
    std::size_t shown = 0, hidden = 0;
    Signs signs;
    for (const auto& name : need_grids(file, options.grid)) {
        const GridView grid(file, name);
        check_stored_winners(grid);
        const Comparison comparison(grid, options);
        std::vector<std::string> empty;
        std::ostringstream maps;
        ReconfigureAnswer answer;
        for (const auto& panel : comparison.panels()) {
            const WinnerMap map = winners_of(grid, comparison, panel);
            const std::string title = grid.title(panel);
            if (map.empty()) {
                empty.push_back(title);
                continue;
            }
            answer.add(title, panel, map);
            const bool is_beyond = ++shown > most_panels && !options.all;
            hidden += is_beyond;
            if (is_beyond) continue;
            print_paragraph(title + comparison.text() +
                                (panel.rows ? " (rows: " + axis_name(*panel.rows) + ")" : ""),
                            2, maps << '\n');
            PanelReport(panel, map, signs, options, maps).print();
            if (grid.is_of_lists() && !grid.has("best"))
                for (const auto& part : comparison.parts(panel))
                    print_unknown(unlisted_candidates(grid, part), maps);
        }
        print_paragraph("grid " + name + ": " + grid.constants(), 2, out);
        if (empty.size() < comparison.panels().size()) print_paragraph(answer.text(), 2, out);
        out << maps.str();
        print_timeless(grid, empty, out);
        out << '\n';
    }
    if (shown == 0)
        throw engine::BadInput(file.path() +
                               ": no scheduler has a time at any point; `lightsweep table` shows "
                               "the status of each point, and run --resume computes missing ones");
    out << "Ties go to the simpler scheduler; the second is the next different time.\n";
    if (hidden > 0) out << hidden << " more maps: add --all, --where KEY=VALUE or --grid NAME\n";
}

}  // namespace lightsweep::analysis
