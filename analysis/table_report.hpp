#pragma once
// Rows of a group, or a matrix of one column: for people, CSV in SI for programs, Markdown.

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "engine/result_file.hpp"

namespace lightsweep::analysis {

/// A condition key = value on an axis or on a column of names (status, winner).
///
/// number  the value in SI where the text is one ("8MiB" is 8388608): compared with numeric axes
///         within 1e-9; names are compared with the text
struct RowCondition {
    std::string key, text;
    std::optional<double> number;
};

/// text: aligned, with the units that people read; csv: exact, in SI; markdown: as text, for
/// documents.
enum class TableFormat { text, csv, markdown };

struct TableOptions {
    std::string group;  ///< "grids/ring/addanki" or "ring/addanki"; empty: list groups
    std::vector<std::string> columns;  ///< empty: all
    std::vector<RowCondition> where;   ///< all must hold
    std::optional<std::size_t> limit;  ///< rows shown; unset: 40 in a text, else all; 0: all
    TableFormat format = TableFormat::text;
    std::vector<std::string> rows, across;  ///< axes of a matrix of one column; both empty: rows
};

/// Prints rows in the order of the file, a matrix (table_pivot.hpp), or the list of groups. Lists
/// (groups under envelopes) give one row per element. Throws BadInput for an unknown group, column
/// or key, and names the known.
void report_table(const engine::ResultFile& file, const TableOptions& options, std::ostream& out);

}  // namespace lightsweep::analysis
