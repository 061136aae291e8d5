#pragma once
// Prints the numbers of a judgement as a table.

#include <iosfwd>

#include "analysis/claims/claim.hpp"

namespace lightsweep::analysis {

/// Prints a line per place and a column per item. Below a place with references comes a line with
/// the references and the largest of their tolerances. Numbers that disagree with their reference
/// are marked with "!".
void print_findings(const std::vector<Finding>& findings, std::ostream& out);

}  // namespace lightsweep::analysis
