#pragma once
// Carries out the traces of a custom collective by ASTRA-sim's rules, on links of equal latency and
// rate between all pairs, free of congestion. Knows neither plan nor planes nor a writer.
//
// A node begins when all that it waits for has ended. A computation takes its microseconds, or 1 ns
// if it has none. A send takes floor(latency + bytes / rate) ns, and ends when the message arrives.
// A receive ends with the first unclaimed message of its source, target, tag and size.

#include "sweeps/spec/chakra/chakra_trace.hpp"

namespace lightsweep::sweeps {

struct TraceRun {
    double end = 0;                   ///< of the last node [ns], whole
    std::vector<std::string> faults;  ///< at most 20, then their number
};

/// One trace per rank; latency [ns], rate [B/ns]. O(nodes and their waits, times log nodes).
TraceRun run_traces(const std::vector<TraceFile>& ranks, double latency, double rate);

}  // namespace lightsweep::sweeps
