#pragma once
// Prints a column of a group as a matrix over its axes.

#include <iosfwd>

#include "analysis/reports/group_rows.hpp"

namespace lightsweep::analysis {

/// Prints the single column in options.columns, with options.rows downwards and options.across to
/// the right; without `across` one value per line. Combinations that the conditions exclude are
/// empty in CSV and "-" elsewhere. Throws BadInput for an unknown axis, if there is not exactly one
/// column, and if an axis in neither list has several values.
void report_pivot(const GroupRows& rows, const TableOptions& options, std::ostream& out);

}  // namespace lightsweep::analysis
