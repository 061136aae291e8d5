#pragma once
// The non-dominated schedules of all candidates of `best` on one structure, for candidates with a
// list. A schedule is dropped if another is at least as good in start-ups, hops, bytes and
// reconfigurations. The minimum of the rest is the best time of these candidates at every message,
// latency and delay, also between grid points. Candidates without a list may be faster; /unlisted
// names them.

#include "engine/journal/workload.hpp"
#include "kernels/envelopes/envelope.hpp"

namespace lightsweep::sweeps {

class PortfolioRow {
  public:
    /// Adds the schedules of a candidate. Candidates must come in the order of ties.
    void add(std::int32_t candidate, const kernels::Envelope& table);
    /// Appends winner, n_steps, hops, volume, congestion and reconfigurations of every remaining
    /// schedule, sorted by reconfigurations.
    void append(engine::RaggedRow& row) const;

  private:
    struct Entry {
        std::int32_t candidate;
        double startups, hops, volume, congestion, reconfigurations;

        double bytes() const { return volume + congestion; }
        /// Whether it is at least as good in every term, up to rounding.
        bool beats(const Entry& other) const;
    };
    std::vector<Entry> entries_;
};

}  // namespace lightsweep::sweeps
