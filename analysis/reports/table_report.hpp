#pragma once
// Table of a group's rows, or a matrix of one column: as text for people, as CSV in SI units for
// programs, or as Markdown.

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "engine/file/result_file.hpp"

namespace lightsweep::analysis {

/// A condition key = value on an axis or on a column of names (status, winner).
///
///   number  the value in SI units if the text is one ("8MiB" is 8388608). Numeric axes are
///           compared with it within 1e-9; names are compared with the text
struct RowCondition {
    std::string key, text;
    std::optional<double> number;
};

/// text: aligned, with readable units. csv: exact, in SI units. markdown: like text, for documents.
enum class TableFormat { text, csv, markdown };

struct TableOptions {
    std::string group;  ///< "grids/ring/addanki" or "ring/addanki"; empty: list groups
    std::vector<std::string> columns;  ///< empty: all columns
    std::vector<RowCondition> where;   ///< all must hold
    /// Number of rows shown; 0: all; unset: 40 in a text, otherwise all.
    std::optional<std::size_t> limit;
    TableFormat format = TableFormat::text;
    std::vector<std::string> rows, across;  ///< axes of a matrix of one column; both empty: rows
};

/// Prints rows in the order of the file, a matrix (table_text.hpp), or the list of groups. Lists
/// (groups under envelopes) give one row per element. Throws BadInput for an unknown group, column
/// or key, and names the known ones.
void report_table(const engine::ResultFile& file, const TableOptions& options, std::ostream& out);

}  // namespace lightsweep::analysis
