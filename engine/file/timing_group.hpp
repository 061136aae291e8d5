#pragma once
// The group `timing` of a result file: the times of every process.

#include <vector>

#include "engine/journal/codec.hpp"
#include "engine/journal/manifest.hpp"

namespace lightsweep::engine {

/// The layout of the group: per process the times of its threads. It is the only group of the
/// engine that differs from run to run.
ArrayGroup timing_group(const std::vector<Timing>& timings);
/// Its single tile, encoded, in the order of the group's columns.
std::vector<Encoded> encode_timing(const std::vector<Timing>& timings);
/// The timings stored in a result file, if any.
std::vector<Timing> read_timings(const class ResultFile& file);

}  // namespace lightsweep::engine
