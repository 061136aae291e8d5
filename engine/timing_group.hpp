#pragma once

#include <vector>

#include "engine/codec.hpp"
#include "engine/manifest.hpp"

namespace lightsweep::engine {

/// Group `timing`: per process, what its threads did; the only group that differs from run to run.
ArrayGroup timing_group(const std::vector<Timing>& timings);
/// Its one tile, encoded; in the order of the group's columns.
std::vector<Encoded> encode_timing(const std::vector<Timing>& timings);
/// The timings in a result file, if it has any.
std::vector<Timing> read_timings(const class ResultFile& file);

}  // namespace lightsweep::engine
