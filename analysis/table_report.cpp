#include "analysis/table_report.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>

#include "analysis/group_rows.hpp"
#include "analysis/quantity_text.hpp"

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

/// A name in CSV: quoted where it holds a comma or a quote (RFC 4180).
std::string csv_name(const std::string& name) {
    if (name.find_first_of(",\"\n") == std::string::npos) return name;
    std::string text = "\"";
    for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
    return text + "\"";
}

std::string csv_field(const Field& field) {
    if (!field.name.empty()) return csv_name(field.name);
    return field.whole ? std::to_string(static_cast<long long>(field.number)) : exact(field.number);
}

std::string readable_field(const Field& field) {
    if (!field.name.empty()) return field.name;
    return field.whole ? std::to_string(static_cast<long long>(field.number))
                       : readable(field.number, field.unit);
}

void print_csv(const GroupRows& rows, std::size_t limit, std::ostream& out) {
    for (std::size_t i = 0; i < rows.header().size(); ++i)
        out << (i ? "," : "") << csv_name(rows.header()[i]);
    out << '\n';
    std::size_t shown = 0;
    rows.for_each([&](const std::vector<Field>& row) {
        for (std::size_t i = 0; i < row.size(); ++i) out << (i ? "," : "") << csv_field(row[i]);
        out << '\n';
        return ++shown != limit;
    });
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

void print_table(const GroupRows& rows, std::size_t limit, std::ostream& out) {
    std::vector<std::vector<std::string>> lines{rows.header()};
    std::size_t total = 0;
    rows.for_each([&](const std::vector<Field>& row) {
        if (++total > limit && limit > 0) return true;
        lines.emplace_back();
        for (const auto& field : row) lines.back().push_back(readable_field(field));
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
    if (options.csv)
        print_csv(rows, options.limit.value_or(0), out);
    else
        print_table(rows, options.limit.value_or(rows_of_a_screen), out);
}

}  // namespace lightsweep::analysis
