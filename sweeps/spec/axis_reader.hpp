#pragma once
// Reads a document's value into the values of an axis: a scalar, a list, or a range.

#include <optional>
#include <string>
#include <vector>

#include "sweeps/spec/axis.hpp"
#include "sweeps/spec/documents/document.hpp"
#include "sweeps/spec/values/vocabulary.hpp"

namespace lightsweep::sweeps {

// Ranges of an axis: {from, to, step | per_decade | count}.

/// A range from `from` to `to`, with a = `amount`:
///   factor      from, from*a, from*a^2, ... up to `to`                     a > 1
///   increment   from, from+a, from+2a, ...                                 a > 0
///   per_decade  10^(log10(from) + i/a); if `from` is a power of ten the values are
///               std::pow(10, e + i/a) to the last bit
///   linear      a values, equally spaced, both ends exact
///   log         a values, equally spaced in the logarithm, both ends exact
struct RangeRule {
    enum class Form { factor, increment, per_decade, linear, log };
    Form form = Form::factor;
    double from = 0.0;
    double to = 0.0;
    double amount = 0.0;
};

/// The values, or the reason why there are none. `to` belongs to the range if a value falls within
/// 1e-9 (relative) of it. Values of factor and increment that are within a few units in the last
/// place of a decimal number of at most 12 digits become that number: 0.1us + 2 * 0.1us is 0.3us.
struct Range {
    std::vector<double> values;
    std::string problem;
    std::string remedy;
};

/// Example: {increment, 8, 64, 8} gives 8, 16, ..., 64.
Range expand(const RangeRule& rule);

/// Context that every reader of a grid needs.
///
///   schedulers    registry names of the sweep's schedulers
///   directory     start of relative paths
///   scalars_only  a single problem: lists and ranges are faults, axes that are never read are not
///   study         the grid's study, or null
struct ReadContext {
    const Vocabulary& vocabulary;
    Faults& faults;
    std::vector<std::string> schedulers;
    std::string directory;
    bool scalars_only = false;
    std::string rules{};
    const StudyEntry* study = nullptr;

    /// Remedy for a file that is not there.
    std::string where_paths_start() const {
        return "paths start in " + (directory.empty() ? "the current folder" : directory);
    }
};

/// Reads a scalar, list or range, and resolves aliases of collectives and topologies. Adds a fault
/// for every bad value and for an empty list; nullopt if no value is left.
std::optional<AxisValues> read_axis(const Value& value, const KeyEntry& key,
                                    const ReadContext& context);

/// The values of a range (range_reader.cpp), or nullopt after adding faults. The table has from,
/// to, and exactly one of
///     step = "x2" | "+1us"    per_decade = 8    count = 9 (with scale = "linear" | "log")
std::optional<std::vector<double>> read_range(const Value& table, const KeyEntry& key,
                                              const ReadContext& context);

}  // namespace lightsweep::sweeps
