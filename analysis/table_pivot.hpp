#pragma once
// A column of a group as a matrix over its axes.

#include <iosfwd>

#include "analysis/group_rows.hpp"

namespace lightsweep::analysis {

/// Prints options.columns, which is one, with options.rows down and options.across to the right;
/// without `across` one value per line. Combinations that the conditions leave out are empty in
/// CSV,
/// "-" elsewhere. Throws BadInput for an unknown axis, for other than one column, and where an axis
/// in neither list has several values.
void report_pivot(const GroupRows& rows, const TableOptions& options, std::ostream& out);

}  // namespace lightsweep::analysis
