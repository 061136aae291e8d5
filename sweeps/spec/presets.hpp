// Keys whose words stand for values of other keys: technology gives delay and ports of a switch.
#pragma once

#include "sweeps/spec/grid_reader.hpp"

namespace lightsweep::sweeps {

/// Adds the axes that a preset key stands for, value by value, and reports words that are not known
/// and keys that are given as well.
void expand_presets(const Value& merged, Axes& axes, const ReadContext& context);

/// The keys that a preset key of these stands for; they vary with it.
std::vector<std::string> with_presets(std::vector<std::string> keys, const Vocabulary& vocabulary);

}  // namespace lightsweep::sweeps
