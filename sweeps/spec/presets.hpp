#pragma once
// Presets: keys whose words stand for values of other keys, such as technology for the delay and
// ports of a switch.

#include "sweeps/spec/grid_reader.hpp"

namespace lightsweep::sweeps {

/// The row of that name; null if the table has none.
const PresetEntry* entry_of(const PresetKey& preset, const std::string& name);

/// Adds the axes that a preset key stands for, value by value, and reports words that are not known
/// and keys that are given as well.
void expand_presets(const Value& merged, Axes& axes, const ReadContext& context);

/// The keys, and those that a preset key among them stands for, because they vary with it.
std::vector<std::string> with_presets(std::vector<std::string> keys, const Vocabulary& vocabulary);

}  // namespace lightsweep::sweeps
