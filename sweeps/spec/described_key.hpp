// Keys whose words may name files: the words of a grid, read into a preset of its own.
#pragma once

#include "sweeps/spec/axis_reader.hpp"

namespace lightsweep::sweeps {

/// The preset for the words of a grid under a described key: known words as they are, all others
/// read as TOML files with one line per key. Faults: a file that cannot be read, a key that is
/// missing, unknown or out of range, words that leave open different optional keys.
///
/// value    what the grid has under the key; null: the known words alone
/// context  its vocabulary has the keys that the preset stands for
PresetKey read_described(const DescribedKey& described, const Value* value,
                         const ReadContext& context);

}  // namespace lightsweep::sweeps
