#pragma once
// Reads a range as written in a sweep: { from = "1KiB", to = "4GiB", step = "x2" }.

#include <optional>
#include <vector>

#include "sweeps/spec/axis_reader.hpp"

namespace lightsweep::sweeps {

/// The values, or nullopt after adding faults. The table has from, to, and exactly one of
///     step = "x2" | "+1us"    per_decade = 8    count = 9 (with scale = "linear" | "log")
std::optional<std::vector<double>> read_range(const Value& table, const KeyEntry& key,
                                              const ReadContext& context);

}  // namespace lightsweep::sweeps
