#pragma once
// Reads GOAL, the text of LogGOPSim, as traces: num_ranks N, then per rank its sends, receives,
// computations, and what each requires. Knows no writer.

#include "sweeps/spec/chakra/chakra_trace.hpp"

namespace lightsweep::sweeps {

/// One trace per rank; a microsecond has so many units of time, and parts of one are rounded up.
/// Throws engine::BadInput with the line, its words and a remedy; `file` stands in messages.
std::vector<TraceFile> read_goal(const std::string& text, const std::string& file,
                                 std::int64_t units_per_micro = 1000);

}  // namespace lightsweep::sweeps
