#include "analysis/reports/table_text.hpp"

#include <algorithm>
#include <iomanip>
#include <map>
#include <numeric>
#include <ostream>

#include "analysis/read/grid_view.hpp"
#include "analysis/read/quantity_text.hpp"
#include "analysis/reports/wrapped_text.hpp"
#include "engine/io/errors.hpp"

namespace lightsweep::analysis {

namespace {

/// The name, quoted if it holds a comma or a quote (RFC 4180).
std::string quoted(const std::string& name) {
    if (name.find_first_of(",\"\n") == std::string::npos) return name;
    std::string text = "\"";
    for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
    return text + "\"";
}

std::string escaped(const std::string& name) {
    std::string text;
    for (const char c : name) text += c == '|' ? "\\|" : std::string(1, c);
    return text;
}

}  // namespace

std::string cell_text(const std::string& name, TableFormat format) {
    if (format == TableFormat::csv) return quoted(name);
    return format == TableFormat::markdown ? escaped(name) : name;
}

std::string cell_text(const Field& field, TableFormat format) {
    if (!field.name.empty()) return cell_text(field.name, format);
    if (field.whole) return std::to_string(static_cast<long long>(field.number));
    return format == TableFormat::csv ? exact(field.number) : readable(field.number, field.unit);
}

void print_line(const std::vector<std::string>& cells, TableFormat format, std::ostream& out) {
    const bool markdown = format == TableFormat::markdown;
    for (std::size_t i = 0; i < cells.size(); ++i)
        out << (markdown ? "| " : i ? "," : "") << cells[i] << (markdown ? " " : "");
    out << (markdown ? "|\n" : "\n");
}

void print_head(const std::vector<std::string>& cells, TableFormat format, std::ostream& out) {
    print_line(cells, format, out);
    if (format == TableFormat::markdown)
        print_line(std::vector<std::string>(cells.size(), "--:"), format, out);
}

void print_aligned(const std::vector<std::vector<std::string>>& lines, std::ostream& out) {
    std::vector<std::size_t> widths(lines.front().size(), 0);
    for (const auto& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], line[i].size());
    for (const auto& line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i)
            out << (i ? "  " : "") << std::right << std::setw(static_cast<int>(widths[i]))
                << line[i];
        out << '\n';
    }
}

namespace {

using Texts = std::vector<std::string>;

/// Positions of the listed axes in a row.
std::vector<std::size_t> places_of(const Texts& wanted, const Texts& axes, const char* flag) {
    std::vector<std::size_t> places;
    for (const auto& name : wanted) {
        const auto at = std::ranges::find(axes, name);
        if (at == axes.end()) {
            throw engine::BadInput(std::string(flag) + " " + name + ": no axis; the group has " +
                                   (axes.empty() ? "none" : joined(axes)));
        }
        places.push_back(static_cast<std::size_t>(at - axes.begin()));
    }
    return places;
}

/// Distinct lists of labels in order of appearance.
class Labels {
  public:
    std::size_t number_of(const Texts& label) {
        const auto [at, is_new] = numbers_.try_emplace(label, all_.size());
        if (is_new) all_.push_back(label);
        return at->second;
    }
    const std::vector<Texts>& all() const { return all_; }

  private:
    std::map<Texts, std::size_t> numbers_;
    std::vector<Texts> all_;
};

class Pivot {
  public:
    Pivot(const GroupRows& rows, const TableOptions& options)
        : format_(options.format),
          axes_(rows.header().begin(), rows.header().end() - 1),
          down_(places_of(options.rows, axes_, "--rows")),
          across_(places_of(options.across, axes_, "--across")),
          single_(axes_.size()) {
        rows.for_each([&](const std::vector<Field>& row) {
            add(row);
            return true;
        });
    }

    /// The table's head, then one line per label of the rows.
    std::vector<Texts> lines(const std::string& column) const {
        Texts head;
        for (const auto place : down_) head.push_back(cell_text(axes_[place], format_));
        for (const auto& label : right_.all()) head.push_back(joined(label, column));
        std::vector<Texts> lines{head};
        for (std::size_t row = 0; row < left_.all().size(); ++row) {
            lines.push_back(left_.all()[row]);
            for (std::size_t i = 0; i < right_.all().size(); ++i) {
                const auto cell = cells_.find({row, i});
                const std::string empty = format_ == TableFormat::csv ? "" : "-";
                lines.back().push_back(cell == cells_.end() ? empty : cell->second);
            }
        }
        return lines;
    }

  private:
    Texts texts(const std::vector<Field>& row, const std::vector<std::size_t>& places) const {
        Texts found;
        for (const auto place : places) found.push_back(cell_text(row[place], format_));
        return found;
    }
    /// A matrix has one value per cell, so axes that it does not show must not vary.
    void check_others(const std::vector<Field>& row) {
        for (std::size_t i = 0; i < axes_.size(); ++i) {
            if (std::ranges::count(down_, i) || std::ranges::count(across_, i)) continue;
            const std::string text = cell_text(row[i], TableFormat::text);
            if (single_[i].empty()) single_[i] = text;
            if (single_[i] != text)
                throw engine::BadInput("the axis " + axes_[i] + " has several values (" +
                                       single_[i] + ", " + text + "): choose one with --where " +
                                       axes_[i] + "=VALUE, or add it to --rows or --across");
        }
    }
    void add(const std::vector<Field>& row) {
        check_others(row);
        const auto down = left_.number_of(texts(row, down_));
        const auto right = right_.number_of(texts(row, across_));
        cells_[{down, right}] = cell_text(row.back(), format_);
    }
    std::string joined(const Texts& label, const std::string& column) const {
        if (label.empty()) return cell_text(column, format_);
        std::string text;
        for (const auto& one : label) text += (text.empty() ? "" : " ") + one;
        return text;
    }

    TableFormat format_;
    Texts axes_;
    std::vector<std::size_t> down_, across_;
    Texts single_;
    Labels left_, right_;
    std::map<std::pair<std::size_t, std::size_t>, std::string> cells_;
};

/// Some columns of a table.
std::vector<Texts> chosen_columns(const std::vector<Texts>& lines, std::size_t labels,
                                  std::size_t from, std::size_t to) {
    std::vector<Texts> part;
    for (const auto& line : lines) {
        part.push_back({line.begin(), line.begin() + static_cast<std::ptrdiff_t>(labels)});
        for (std::size_t i = from; i < to; ++i) part.back().push_back(line[i]);
    }
    return part;
}

/// The columns in parts that keep to the width of a page; each begins with the labels of the rows.
void print_in_parts(const std::vector<Texts>& lines, std::size_t labels, std::ostream& out) {
    std::vector<std::size_t> widths(lines.front().size(), 0);
    for (const auto& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], line[i].size() + 2);  // with the space before it
    const std::size_t room =
        page_width + 2 - std::accumulate(widths.begin(), widths.begin() + labels, std::size_t{0});
    for (std::size_t from = labels, to = from; from < widths.size(); from = to) {
        std::size_t taken = widths[to++];
        while (to < widths.size() && taken + widths[to] <= room) taken += widths[to++];
        if (from > labels) out << '\n';
        print_aligned(chosen_columns(lines, labels, from, to), out);
    }
}

std::string caption(const TableOptions& options, const std::string& unit) {
    std::string text = options.columns.front() + (unit.empty() ? "" : " [" + unit + "]");
    for (const auto& name : options.rows) text += ", " + name + " down";
    for (const auto& name : options.across) text += ", " + name + " across";
    return text;
}

}  // namespace

void report_pivot(const GroupRows& rows, const TableOptions& options, std::ostream& out) {
    if (options.columns.size() != 1)
        throw engine::BadInput(
            "a table over --rows and --across shows one column: give it with "
            "--columns, e.g. --columns completion_time");
    if (options.rows.empty())
        throw engine::BadInput("--across needs --rows: the axes whose values stand on the left");
    const auto lines = Pivot(rows, options).lines(options.columns.front());
    if (lines.size() == 1) throw engine::BadInput("no row meets the conditions of --where");
    if (options.format == TableFormat::text) {
        out << caption(options, rows.units().back()) << '\n';
        return print_in_parts(lines, options.rows.size(), out);
    }
    print_head(lines.front(), options.format, out);
    for (std::size_t i = 1; i < lines.size(); ++i) print_line(lines[i], options.format, out);
}

}  // namespace lightsweep::analysis
