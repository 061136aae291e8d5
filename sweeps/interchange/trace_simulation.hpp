#pragma once
// Carries out the traces of a custom collective by ASTRA-sim's rules, on links of equal latency and
// rate between all pairs, free of congestion. Knows neither plan nor planes nor a writer.
//
// A node begins when all that it waits for has ended. A computation takes its microseconds, or 1 ns
// if it has none. A send takes floor(latency + bytes / rate) ns, and ends when the message arrives.
// A receive ends with the first unclaimed message of its source, target, tag and size.

#include "sweeps/interchange/chakra_trace.hpp"

namespace lightsweep::sweeps {

struct TraceFabric {
    double latency;  ///< [ns]
    double rate;     ///< [B/ns]
};

struct TraceRun {
    double end = 0;                   ///< of the last node [ns], whole
    std::vector<std::string> faults;  ///< at most 20, then their number
};

/// One trace per rank. O(nodes and their waits, times log nodes).
TraceRun run_traces(const std::vector<TraceFile>& ranks, const TraceFabric& fabric);

/// Ids of a trace's nodes by place, and what is wrong with them: equal ids, unknown waits.
class TraceIndex {
  public:
    TraceIndex(const TraceFile& trace, const std::string& place, std::vector<std::string>& faults);
    /// Places of the nodes that wait for the node at this place.
    const std::vector<std::size_t>& followers(std::size_t node) const { return followers_[node]; }
    /// How many nodes each one waits for.
    const std::vector<std::size_t>& waits() const { return waits_; }

  private:
    std::vector<std::vector<std::size_t>> followers_;
    std::vector<std::size_t> waits_;
};

}  // namespace lightsweep::sweeps
