#include "analysis/reports/wrapped_text.hpp"

#include <algorithm>
#include <iomanip>
#include <iterator>
#include <ostream>
#include <sstream>

namespace lightsweep::analysis {

void print_wrapped(const std::string& name, std::size_t indent,
                   const std::vector<std::string>& entries, std::ostream& out,
                   const char* separator) {
    const std::size_t before = std::min<std::size_t>(indent, 2);
    out << std::string(before, ' ') << std::left << std::setw(static_cast<int>(indent - before))
        << name << std::right;
    std::size_t column = indent;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::string text = entries[i] + (i + 1 < entries.size() ? separator : "");
        const bool wraps = column > indent && column + 1 + text.size() > page_width;
        if (wraps) {
            out << '\n' << std::string(indent, ' ');
            column = indent;
        }
        out << (column > indent ? " " : "") << text;
        column += text.size() + (column > indent);
    }
    out << '\n';
}

void print_paragraph(const std::string& text, std::size_t indent, std::ostream& out) {
    const auto lines = wrapped(text, page_width - indent);
    for (std::size_t i = 0; i < lines.size(); ++i)
        out << std::string(i ? indent : 0, ' ') << lines[i] << '\n';
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

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream words(text);
    return {std::istream_iterator<std::string>(words), {}};
}

}  // namespace lightsweep::analysis
