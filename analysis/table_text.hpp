#pragma once
// Lines of a table as text: aligned for people, CSV for programs, Markdown for documents.

#include <iosfwd>
#include <string>
#include <vector>

#include "analysis/group_rows.hpp"

namespace lightsweep::analysis {

/// A field in that format: exact in SI for CSV, otherwise with the units that people read.
std::string cell_text(const Field& field, TableFormat format);

/// A name of an axis or a column in that format: quoted or escaped where it must be.
std::string cell_text(const std::string& name, TableFormat format);

/// One line of CSV or Markdown; the cells are texts of that format.
void print_line(const std::vector<std::string>& cells, TableFormat format, std::ostream& out);

/// The first line of a table; in Markdown with the rule below it.
void print_head(const std::vector<std::string>& cells, TableFormat format, std::ostream& out);

/// Lines of equal length, aligned to the right.
void print_aligned(const std::vector<std::vector<std::string>>& lines, std::ostream& out);

}  // namespace lightsweep::analysis
