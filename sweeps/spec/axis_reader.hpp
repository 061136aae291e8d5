// From a document's value to the values of an axis.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sweeps/spec/axis.hpp"
#include "sweeps/spec/document.hpp"
#include "sweeps/spec/vocabulary.hpp"

namespace lightsweep::sweeps {

/// What every reader of a grid needs.
///
/// schedulers    the sweep's, registry names
/// directory     where relative paths start
/// scalars_only  a single problem: lists and ranges are faults, axes nobody reads are not
/// study         of this grid, or null
struct ReadContext {
    const Vocabulary& vocabulary;
    Faults& faults;
    std::vector<std::string> schedulers;
    std::string directory;
    bool scalars_only = false;
    std::string rules{};
    const StudyEntry* study = nullptr;
};

/// Scalar, list or range; aliases of collectives and topologies resolved. Adds faults for every bad
/// value and an empty list; nullopt if no value is left.
std::optional<AxisValues> read_axis(const Value& value, const KeyEntry& key,
                                    const ReadContext& context);

/// A fault at a value, under the name that messages give it.
void add_fault(const ReadContext& context, const Value& value, std::string problem,
               std::string remedy = "");

}  // namespace lightsweep::sweeps
