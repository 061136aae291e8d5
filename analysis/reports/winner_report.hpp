#pragma once
// Map of the winners as text: one letter per cell, a legend, shares and the largest margins.

#include <iosfwd>
#include <string>

#include "engine/file/result_file.hpp"

namespace lightsweep::analysis {

struct WinnerOptions {
    std::string grid;  ///< empty: every grid of the file
    /// True: every panel and cell; false: at most 12 panels per file, thinned to a screen.
    bool all = false;
};

/// Prints one map per panel (rows: message size, columns: reconfiguration delay; otherwise the last
/// two parametric axes that vary), or a list if only one varies. Throws BadInput for an unknown
/// grid.
void report_winners(const engine::ResultFile& file, const WinnerOptions& options,
                    std::ostream& out);

}  // namespace lightsweep::analysis
