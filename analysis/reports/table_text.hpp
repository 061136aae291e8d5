#pragma once
// Lines of a table: aligned text for people, CSV for programs, Markdown for documents.

#include <iosfwd>
#include <string>
#include <vector>

#include "analysis/reports/group_rows.hpp"

namespace lightsweep::analysis {

/// A field in the given format: exact in SI units for CSV, otherwise with readable units.
std::string cell_text(const Field& field, TableFormat format);

/// Name of an axis or a column in the given format, quoted or escaped where necessary.
std::string cell_text(const std::string& name, TableFormat format);

/// Prints one line of CSV or Markdown from cells in that format.
void print_line(const std::vector<std::string>& cells, TableFormat format, std::ostream& out);

/// Prints the first line of a table; Markdown adds the rule below it.
void print_head(const std::vector<std::string>& cells, TableFormat format, std::ostream& out);

/// Prints the lines with columns aligned to the right.
void print_aligned(const std::vector<std::vector<std::string>>& lines, std::ostream& out);

// Prints a column of a group as a matrix over its axes.

/// Prints the single column in options.columns, with options.rows downwards and options.across to
/// the right; without `across` one value per line. Combinations that the conditions exclude are
/// empty in CSV and "-" elsewhere. Throws BadInput for an unknown axis, if there is not exactly one
/// column, and if an axis in neither list has several values.
void report_pivot(const GroupRows& rows, const TableOptions& options, std::ostream& out);

}  // namespace lightsweep::analysis
