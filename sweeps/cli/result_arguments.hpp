#pragma once
// What the verbs on result files share: opening a file, lists of names, what is compared.

#include <string>
#include <vector>

#include "analysis/reports/comparison.hpp"
#include "engine/file/result_file.hpp"
#include "sweeps/cli/verbs.hpp"

namespace lightsweep::sweeps {

/// The parts between commas; empty ones are left out.
std::vector<std::string> split_at_commas(const std::string& text);

/// Opens a file, and notes on standard error if it does not hold the whole sweep.
engine::ResultFile open_announced(const std::string& path);

/// What the flags --grid, --all, --best-over and --where say.
analysis::ComparisonOptions comparison_of(const WinnersArguments& arguments);

}  // namespace lightsweep::sweeps
