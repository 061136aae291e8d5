#pragma once
// Reader of the sweep file: takes TOML text, returns a validated sweep or all of its faults.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweeps/spec/documents/fault.hpp"
#include "sweeps/spec/grid.hpp"
#include "sweeps/spec/values/vocabulary.hpp"

namespace lightsweep::sweeps {

/// A validated sweep.
///
///   columns            the columns to store; empty: all
///   best               whether to store the group best, which minimises over `minimise` (by
///                      default over the schedulers)
///   scheduler_options  only the options that the file sets for all grids
///   text               the file as read; overrides are the --set arguments applied to it
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
    /// True: results of every scheduler at every point; false: only lists and `best`.
    bool results = true;
    bool best = false;
    std::vector<std::string> minimise;
    std::string text;
    std::vector<std::string> overrides;

    /// Options of a scheduler in a grid: the grid's own, then those for all grids.
    Options options_of(const GridSpec& grid, const std::string& scheduler) const;
};

/// Start of relative paths, and changes from the command line.
///
///   directory  folder of the sweep file; empty: the current one
///   overrides  "axis=value" as given to --set: replaces the key in [fabric] and in every grid that
///              has it (added to [fabric] if none has), or a top-level key; "grid.NAME.key=value"
///              for one grid; "SCHEDULER.option=value"
struct ReadOptions {
    std::string directory;
    std::vector<std::string> overrides;
};

/// The sweep, or nothing and at least one fault.
///
///   readable  if there are faults: the part that could be read, with the grids that have no fault,
///             so that further checks can report their faults together with these
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

/// Reads a file; relative paths in it start at its folder. A file that cannot be read is a fault.
ReadResult read_sweep_file(const std::string& path, const Vocabulary& vocabulary,
                           std::vector<std::string> overrides = {});

}  // namespace lightsweep::sweeps
