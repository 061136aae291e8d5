#pragma once
// Reads GOAL, the text of LogGOPSim, as traces: num_ranks N, then per rank its sends, receives,
// computations, and what each requires. Knows no writer.

#include "sweeps/spec/chakra/chakra_trace.hpp"

namespace lightsweep::sweeps {

/// One trace per rank; a calc of 1000 is 1 us. Throws engine::BadInput with the line, its words and
/// a remedy; `file` stands in messages.
std::vector<TraceFile> read_goal(const std::string& text, const std::string& file);

}  // namespace lightsweep::sweeps
