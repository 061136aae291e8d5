// The sweep file: TOML text in, a validated sweep or all of its faults out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweeps/spec/fault.hpp"
#include "sweeps/spec/grid.hpp"
#include "sweeps/spec/vocabulary.hpp"

namespace lightsweep::sweeps {

/// A validated sweep.
///
/// columns        what to store; empty = everything
/// best           whether to store the best group, minimising over `minimise` (default the
///                schedulers)
/// scheduler_options  only what the file sets for all grids
/// text           the file as read; overrides are the --set arguments applied to it
struct Sweep {
    std::string title;
    std::string rules;
    std::vector<std::string> schedulers;
    std::vector<std::string> columns;
    SchedulerTables scheduler_options;
    std::vector<GridSpec> grids;
    std::uint64_t seed = 0;
    bool schedules = false;
    bool envelopes = false;
    bool results = true;  ///< of every scheduler at every point; else lists and `best` alone
    bool best = false;
    std::vector<std::string> minimise;
    std::string text;
    std::vector<std::string> overrides;

    /// Points of all grids, times the number of schedulers: rows before applicability.
    std::uint64_t rows() const;
    /// What is set for a scheduler in a grid: the grid's own options over those for all grids.
    Options options_of(const GridSpec& grid, const std::string& scheduler) const;
};

/// Where relative paths start, and what the command line changes.
///
/// directory  folder of the sweep file; empty = the current one
/// overrides  "axis=value" as given to --set: replaces the key in [fabric] and in every grid that
///            has it (added to [fabric] if none has), or a top-level key; "grid.NAME.key=value" for
///            one grid; "SCHEDULER.option=value"
struct ReadOptions {
    std::string directory;
    std::vector<std::string> overrides;
};

/// The sweep, or nothing and at least one fault.
///
/// readable  beside faults: what could be read, with the grids that have none of their own, so that
///           further checks can report theirs together with these
struct ReadResult {
    std::optional<Sweep> sweep;
    Faults faults;
    Sweep readable;
};

/// Largest grid that is accepted [points].
inline constexpr std::uint64_t max_grid_points = 100'000'000'000ULL;
/// Most values of one axis.
inline constexpr std::uint64_t max_axis_values = 10'000'000ULL;

ReadResult read_sweep(std::string_view text, const Vocabulary& vocabulary,
                      const ReadOptions& options = {});

/// Reads the file; relative paths in it start at its folder. A file that cannot be read is a fault.
ReadResult read_sweep_file(const std::string& path, const Vocabulary& vocabulary,
                           std::vector<std::string> overrides = {});

}  // namespace lightsweep::sweeps
