#include "analysis/reports/table_report.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>

#include "analysis/reports/group_rows.hpp"
#include "analysis/reports/table_text.hpp"

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
        out << "  " << pad << group.path << dimensions(group.axes) << '\n';
    for (const auto& group : file.layout().ragged)
        out << "  " << pad << group.path << "lists over " << dimensions(group.axes) << '\n';
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

void print_table(const GroupRows& rows, std::size_t limit, std::ostream& out) {
    std::vector<std::vector<std::string>> lines{rows.header()};
    std::size_t total = 0;
    rows.for_each([&](const std::vector<Field>& row) {
        if (++total > limit && limit > 0) return true;
        lines.emplace_back();
        for (const auto& field : row) lines.back().push_back(cell_text(field, TableFormat::text));
        return true;
    });
    print_aligned(lines, out);
    if (total == 0) out << "no row meets the conditions\n";
    if (lines.size() - 1 < total)
        out << total - (lines.size() - 1)
            << " more rows: --limit 0 shows all, --where KEY=VALUE selects\n";
}

}  // namespace

void report_table(const engine::ResultFile& file, const TableOptions& options, std::ostream& out) {
    if (options.group.empty()) return list_groups(file, out);
    const GroupRows rows(file, options);
    if (!options.rows.empty() || !options.across.empty()) return report_pivot(rows, options, out);
    if (options.format == TableFormat::text)
        print_table(rows, options.limit.value_or(rows_of_a_screen), out);
    else
        print_group(rows, options, out);
}

}  // namespace lightsweep::analysis
