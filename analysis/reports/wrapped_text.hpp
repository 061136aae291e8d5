#pragma once
// Text that keeps to the width of a page, with the further lines indented.

#include <iosfwd>
#include <string>
#include <vector>

namespace lightsweep::analysis {

/// Columns of a line that people read.
inline constexpr std::size_t page_width = 100;

/// Prints entries, wrapped under the first one; the first line begins with the name. `separator`
/// ends all entries but the last.
void print_wrapped(const std::string& name, std::size_t indent,
                   const std::vector<std::string>& entries, std::ostream& out,
                   const char* separator = ",");

/// Prints a text; its further lines are indented by so many columns.
void print_paragraph(const std::string& text, std::size_t indent, std::ostream& out);

/// Lines of at most `width` characters; longer words are cut.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

/// The words of a text, split at its spaces.
std::vector<std::string> words_of(const std::string& text);

}  // namespace lightsweep::analysis
