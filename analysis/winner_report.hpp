#pragma once
// Winners as text: one letter per cell, a legend, shares and the largest margins.

#include <iosfwd>
#include <string>

#include "engine/result_file.hpp"

namespace lightsweep::analysis {

struct WinnerOptions {
    std::string grid;  ///< empty: every grid of the file
    bool all =
        false;  ///< every panel and every cell; otherwise 12 panels per file, thinned to a screen
};

/// Prints a map per panel (rows: message size, columns: reconfiguration delay; or the two
/// last parametric axes that vary), a list where only one varies. Throws BadInput for an unknown
/// grid.
void report_winners(const engine::ResultFile& file, const WinnerOptions& options,
                    std::ostream& out);

}  // namespace lightsweep::analysis
