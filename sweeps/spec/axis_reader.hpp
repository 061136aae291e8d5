#pragma once
// Reads a document's value into the values of an axis.

#include <optional>
#include <string>
#include <vector>

#include "sweeps/spec/axis.hpp"
#include "sweeps/spec/documents/document.hpp"
#include "sweeps/spec/values/vocabulary.hpp"

namespace lightsweep::sweeps {

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

/// Adds a fault at a value, under the value's name in messages.
void add_fault(const ReadContext& context, const Value& value, std::string problem,
               std::string remedy = "");

}  // namespace lightsweep::sweeps
