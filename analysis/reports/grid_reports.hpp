#pragma once
// Reports on the grids of a file, as text for people: regimes, critical delays, maps of winners.

#include <iosfwd>
#include <string>

#include "analysis/envelopes/regimes.hpp"
#include "analysis/envelopes/robust.hpp"
#include "analysis/reports/comparison.hpp"
#include "engine/file/result_file.hpp"

namespace lightsweep::analysis {

// Regimes: the sequence of best schedules as one parameter grows, exact from their linear costs.

/// Prints one line per structure and combination of the other parameters: the number of
/// reconfigurations of each best schedule, and the value up to which it is best. For a file with
/// `best` and /envelopes the line also names the candidate of each schedule, the candidates without
/// a list (which are left out), and the points where the stored best is faster. Two entries with
/// the same number are two different schedules. An empty `grid` means all grids. Throws BadInput if
/// the file has no envelopes, or if a grid has no message to solve for (custom collectives, zipped
/// axes).
void report_regimes(const engine::ResultFile& file, const std::string& grid, Growing growing,
                    std::ostream& out);

// Table of the critical reconfiguration delays, exact from the linear costs of the schedules,
// independent of the grid's points.

/// For every structure and every combination of the parameters other than the delay: the largest
/// delay at which reconfiguring still pays, and the delay up to which reconfiguring before every
/// step is optimal. Combinations that `where` excludes at every delay are left out. An empty `grid`
/// means all grids. Throws BadInput if the file has no envelopes, or no schedule in any.
void report_critical(const engine::ResultFile& file, const std::string& grid, std::ostream& out);

// Map of the winners as text: one letter per cell, a legend, shares and the largest margins.

/// Prints for every grid one sentence, whether reconfiguring pays against the best schedule that
/// never does; then one map per panel (rows: message size, columns: reconfiguration delay;
/// otherwise the last two parametric axes that vary), or a list if only one varies, and the
/// speed-up over the best that never reconfigures. Throws BadInput for an unknown grid, axis or
/// value.
void report_winners(const engine::ResultFile& file, const ComparisonOptions& options,
                    std::ostream& out);

// Robust choices: schedules for a delay, or a box of delays and messages, that is not known
// exactly.

/// Prints per table and row the schedule of least regret (or of least expected time), what it loses
/// at worst, what no schedule can be below, and the price of planning for one delay. Throws
/// BadInput if the file has no envelopes, or a delay that is zipped with other keys.
void report_robust(const engine::ResultFile& file, const ComparisonOptions& options,
                   const UncertainDelay& delay, std::ostream& out);

/// A table for a run-time system, and the schedules that it names by number.
struct NamedLookup {
    std::string grid, place;
    std::vector<ScheduleCost> costs;
    std::vector<std::string> names, unlisted;
    LookupTable table;
};
/// Cells between the edges of delay [s] and message [B]. Throws BadInput unless the options choose
/// one structure of one grid with envelopes.
NamedLookup make_lookup(const engine::ResultFile& file, const ComparisonOptions& options,
                        std::vector<double> delays, std::vector<double> messages);

/// Prints which candidates have no list, so that they may be faster than what is printed; nothing
/// if there are none.
void print_left_out(const GridView& grid, const std::vector<std::string>& unlisted,
                    std::ostream& out);

}  // namespace lightsweep::analysis
