#pragma once
// All schedules of all candidates of `best` on one structure that have a list, without those that
// another one beats in start-ups, hops, bytes and reconfigurations at once: their least is the best
// time of these candidates at every message, latency and delay, gridded or not. Candidates without
// a list may be faster; /unlisted names them.

#include "engine/workload.hpp"
#include "kernels/plane_minimum.hpp"

namespace lightsweep::sweeps {

class PortfolioRow {
  public:
    /// Candidates come in the order of ties.
    void add(std::int32_t candidate, const kernels::PlaneTable& table);
    /// Appends winner, n_steps, hops, volume, congestion and reconfigurations of every schedule
    /// left, by reconfigurations.
    void append(engine::RaggedRow& row) const;

  private:
    struct Entry {
        std::int32_t candidate;
        double startups, hops, volume, congestion, reconfigurations;

        double bytes() const { return volume + congestion; }
        /// In everything, up to rounding.
        bool beats(const Entry& other) const;
    };
    std::vector<Entry> entries_;
};

}  // namespace lightsweep::sweeps
