#include "analysis/reports/table_report.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>

#include "analysis/read/grid_view.hpp"
#include "analysis/reports/group_rows.hpp"
#include "analysis/reports/table_text.hpp"
#include "analysis/reports/wrapped_text.hpp"

namespace lightsweep::analysis {

namespace {

constexpr std::size_t rows_of_a_screen = 40;

std::string dimensions(const std::vector<engine::Axis>& axes) {
    std::string text;
    for (const auto& axis : axes)
        text += (text.empty() ? "" : " x ") + axis.index.name + " " + std::to_string(axis.size());
    return text.empty() ? "a single point" : text;
}

void list_groups(const engine::ResultFile& file, std::ostream& out) {
    std::size_t width = 0;
    for (const auto& group : file.layout().arrays) width = std::max(width, group.path.size());
    for (const auto& group : file.layout().ragged) width = std::max(width, group.path.size());
    const auto pad = std::setw(static_cast<int>(width) + 2);
    out << "groups of " << file.path() << " (give one to see its rows)\n" << std::left;
    for (const auto& group : file.layout().arrays)
        print_paragraph(dimensions(group.axes), width + 4, out << "  " << pad << group.path);
    for (const auto& group : file.layout().ragged)
        print_paragraph("lists over " + dimensions(group.axes), width + 4,
                        out << "  " << pad << group.path);
}

void print_group(const GroupRows& rows, const TableOptions& options, std::ostream& out) {
    const auto format = options.format;
    const auto print = [&](const auto& fields, const auto& act) {
        std::vector<std::string> cells;
        for (const auto& field : fields) cells.push_back(cell_text(field, format));
        act(cells, format, out);
    };
    print(rows.header(), print_head);
    std::size_t shown = 0;
    const std::size_t limit = options.limit.value_or(0);
    rows.for_each([&](const std::vector<Field>& row) {
        print(row, print_line);
        return ++shown != limit;
    });
}

using Lines = std::vector<std::vector<std::string>>;

/// Columns that people look at first; the others follow in the order of the file.
constexpr const char* first_columns[] = {"winner", "completion_time", "lower_bound",
                                         "n_reconfigurations", "status"};

/// The places of the fields that fit on a page: all axes, and as many columns as there is room for.
std::vector<std::size_t> fitting(const Lines& lines, std::size_t n_axes) {
    const auto& header = lines.front();
    std::vector<std::size_t> order, kept;
    for (std::size_t i = 0; i < n_axes; ++i) order.push_back(i);
    for (const char* name : first_columns)
        if (const auto at = std::ranges::find(header, name); at != header.end())
            order.push_back(static_cast<std::size_t>(at - header.begin()));
    for (std::size_t i = n_axes; i < header.size(); ++i)
        if (std::ranges::find(order, i) == order.end()) order.push_back(i);
    std::size_t width = 0;
    for (const std::size_t i : order) {
        std::size_t own = 0;
        for (const auto& line : lines) own = std::max(own, line[i].size() + 2);
        if (i >= n_axes && width + own > page_width + 2) continue;
        width += own;
        kept.push_back(i);
    }
    std::ranges::sort(kept);
    return kept;
}

/// Keeps the fields that fit, and says which are left out.
std::string keep_fitting(Lines& lines, std::size_t n_axes) {
    const auto kept = fitting(lines, n_axes);
    std::vector<std::string> left_out;
    for (std::size_t i = 0; i < lines.front().size(); ++i)
        if (std::ranges::find(kept, i) == kept.end()) left_out.push_back(lines.front()[i]);
    for (auto& line : lines) {
        std::vector<std::string> shown;
        for (const std::size_t i : kept) shown.push_back(std::move(line[i]));
        line = std::move(shown);
    }
    return left_out.empty() ? "" : "not shown: " + joined(left_out) + "; --columns a,b chooses";
}

void print_table(const GroupRows& rows, const TableOptions& options, std::ostream& out) {
    const std::size_t limit = options.limit.value_or(rows_of_a_screen);
    Lines lines{rows.header()};
    std::size_t total = 0;
    rows.for_each([&](const std::vector<Field>& row) {
        if (++total > limit && limit > 0) return true;
        lines.emplace_back();
        for (const auto& field : row) lines.back().push_back(cell_text(field, TableFormat::text));
        return true;
    });
    const auto note = options.columns.empty() ? keep_fitting(lines, rows.n_axes()) : "";
    print_aligned(lines, out);
    if (total == 0) out << "no row meets the conditions\n";
    if (lines.size() - 1 < total)
        out << total - (lines.size() - 1)
            << " more rows: --limit 0 shows all, --where KEY=VALUE selects\n";
    if (!note.empty()) print_paragraph(note, 2, out);
}

}  // namespace

void report_table(const engine::ResultFile& file, const TableOptions& options, std::ostream& out) {
    if (options.group.empty()) return list_groups(file, out);
    const GroupRows rows(file, options);
    if (!options.rows.empty() || !options.across.empty()) return report_pivot(rows, options, out);
    if (options.format == TableFormat::text)
        print_table(rows, options, out);
    else
        print_group(rows, options, out);
}

}  // namespace lightsweep::analysis
