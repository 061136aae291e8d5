#pragma once
// The numbers of a judgement as a table.

#include <iosfwd>

#include "analysis/claim.hpp"

namespace lightsweep::analysis {

/// A line per place and a column per item; below a place with references a line of those, with the
/// largest of their tolerances. Numbers that are not the reference's are marked with "!".
void print_findings(const std::vector<Finding>& findings, std::ostream& out);

}  // namespace lightsweep::analysis
