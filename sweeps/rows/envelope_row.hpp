#pragma once
// Writes the non-dominated schedules of one structure as a list of the result file.

#include "engine/journal/workload.hpp"
#include "kernels/envelopes/envelope.hpp"
#include "solvers/contract/prepared_scheduler.hpp"

namespace lightsweep::sweeps {

/// Appends every schedule with its linear cost, breakpoints and decision; `words` words per
/// decision. named: if not null, the names of each decision's topologies are appended.
void append_envelope(const kernels::Envelope& table, std::size_t words,
                     const solvers::DecisionSpace* named, engine::RaggedRow& row);

/// Appends the steps of every schedule, with equal consecutive steps as one element.
void append_steps(const kernels::Envelope& table, const solvers::PreparedScheduler& plan,
                  engine::RaggedRow& row);

/// For every schedule: the largest delay at which it, or a schedule with more reconfigurations, is
/// best if schedule i has the fixed cost fixed[i]. In units of the fixed costs; 0 if never.
std::vector<double> delay_breaks(const kernels::Envelope& table, std::span<const double> fixed);

/// Appends the boundaries for /regions (kernels/envelopes/region_boundaries.hpp).
void append_regions(const kernels::Envelope& table, engine::RaggedRow& row);

/// The non-dominated schedules of all candidates of `best` on one structure, for candidates with a
/// list. A schedule is dropped if another is at least as good in start-ups, hops, bytes and
/// reconfigurations. The minimum of the rest is the best time of these candidates at every message,
/// latency and delay, also between grid points. Candidates without a list may be faster; /unlisted
/// names them.
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
