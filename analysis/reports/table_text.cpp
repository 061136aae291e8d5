#include "analysis/reports/table_text.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <sstream>

#include "analysis/read/quantity_text.hpp"

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

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
    std::vector<std::string> lines{""};
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width)
            lines.emplace_back();
        if (!lines.back().empty()) lines.back() += ' ';
        for (; word.size() > width; word.erase(0, width))
            lines.insert(lines.end() - 1, word.substr(0, width));
        lines.back() += word;
    }
    return lines;
}

}  // namespace lightsweep::analysis
