#pragma once
// Keys whose words may be files: reads a grid's words into a preset of its own.

#include "sweeps/spec/axis_reader.hpp"

namespace lightsweep::sweeps {

/// The preset for the words of a grid under a described key. Known words are taken as they are; all
/// others are read as TOML files with one line per key. Faults: a file that cannot be read; a key
/// that is missing, unknown or out of range; words that leave open different optional keys.
///
///   value    the grid's value under the key; null: the known words only
///   context  its vocabulary has the keys that the preset stands for
PresetKey read_described(const DescribedKey& described, const Value* value,
                         const ReadContext& context);

}  // namespace lightsweep::sweeps
