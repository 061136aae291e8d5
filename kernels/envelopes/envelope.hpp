#pragma once
// Envelope of listed schedules: the cheapest of a list of schedules at every reconfiguration delay
// of a row. For a fixed schedule the cost is linear in the parameters:
//
//   time = startup + per_hop * hops + (m / b) * (volume + congestion) + delay * reconfigurations
//
// The optimum over schedules is the lower envelope of these linear costs. A row is a run of delays
// that share all other parameters. Along it each schedule cost becomes a line over the delay; only
// the lower hull of the lines is kept, and every delay takes the line whose interval contains it.

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/cost/cost.hpp"

namespace lightsweep::kernels {

/// Linear cost of one schedule: the terms that differ between schedules of one structure.
struct ListedSchedule {
    double hops;        ///< sum over steps of the links of the farthest pair
    double congestion;  ///< sum over steps of share * (stretch - 1)
    std::int32_t reconfigurations;
    std::vector<std::uint64_t> decision;  ///< kernels/envelopes/decision_mask.hpp
    std::int32_t more_steps = 0;          ///< start-ups in addition to one per step of the table
};

/// The schedules that are cheapest at some delay while x = message_time / per_hop_latency lies in
/// one range (kernels/envelopes/region_boundaries.hpp). They are ordered by increasing
/// reconfigurations and stored as columns, padded once a table owns them.
struct EnvelopeSlab {
    double to;  ///< end of the range; it begins at the previous slab's end, or at 0
    std::vector<std::int32_t> schedule;
    std::size_t size = schedule.size();  ///< number of schedules, without padding
    std::vector<double> startups{}, hops{}, congestion{}, reconfigurations{};
    std::vector<std::uint64_t> first_words{}, second_words{};
};

/// Schedules of one structure as columns, sorted by (reconfigurations, decision), which is the
/// order of ties.
class Envelope {
  public:
    Envelope() = default;
    /// n_steps: steps of the collective. volume: sum of their shares. bits: of a step's decision.
    Envelope(std::size_t n_steps, double volume, std::vector<ListedSchedule> schedules,
             int bits = 1);

    std::size_t size() const { return schedules_.size(); }
    std::size_t steps() const { return n_steps_; }
    double volume() const { return volume_; }
    const ListedSchedule& operator[](std::size_t i) const { return schedules_[i]; }
    const std::vector<ListedSchedule>& schedules() const { return schedules_; }
    std::span<const double> hops() const { return hops_; }
    std::span<const double> congestion() const { return congestion_; }
    std::span<const double> reconfigurations() const { return reconfigurations_; }
    /// Number of start-ups of every schedule.
    std::span<const double> startups() const { return startups_; }
    /// Whether every schedule has the table's number of steps.
    bool has_equal_steps() const { return has_equal_steps_; }
    /// First word of every decision.
    std::span<const std::uint64_t> first_words() const { return first_words_; }
    /// Second word of every decision; empty unless decisions have two words.
    std::span<const std::uint64_t> second_words() const { return second_words_; }
    /// All words of the decision of that schedule.
    const std::uint64_t* words(std::size_t schedule) const { return &words_[schedule * n_words_]; }
    std::size_t n_words() const { return n_words_; }

    /// Sets the slabs; evaluations then skip the search for the lower hull. `to` and `schedule` of
    /// every slab must be given, `to` ascending and infinite in the last one.
    void set_slabs(std::vector<EnvelopeSlab> slabs);
    /// The slab of a row, or null if there are none.
    const EnvelopeSlab* slab(double per_hop_latency, double message_time) const;

  private:
    std::size_t n_steps_ = 0;
    double volume_ = 0;
    std::vector<ListedSchedule> schedules_;
    std::vector<double> hops_, congestion_, reconfigurations_, startups_;
    bool has_equal_steps_ = true;
    std::vector<std::uint64_t> first_words_, second_words_, words_;
    std::size_t n_words_ = 1;
    std::vector<EnvelopeSlab> slabs_;
};

/// Parameters that all points of a row share, and the delays of the points [s].
struct DelayRow {
    double per_step_latency, per_hop_latency, message_time;
    std::span<const double> delays;
    double port_delay = 0, compute_time = 0;  ///< [s], see Parameters
};

/// The row that contains only this point; p must outlive it.
inline DelayRow row_at(const Parameters& p) {
    return {p.per_step_latency, p.per_hop_latency, p.message_time(), {&p.reconfiguration_delay, 1},
            p.port_delay,       p.compute_time};
}

/// Results need this many elements of room beyond the row's length, because whole vectors are
/// stored.
inline constexpr std::size_t row_padding = 8;

/// Where a row's results go: arrays with room for delays.size() + row_padding elements; only
/// `schedule` and `decision` may be null. The minimum over all schedules is its own lower bound.
struct RowResult {
    double *completion, *lower_bound;
    double *startup, *propagation, *transmission, *congestion, *reconfiguration;
    std::int32_t* n_reconfigurations;
    std::int32_t* schedule;   ///< index of the schedule in the table, or null
    std::uint64_t* decision;  ///< decision masks of one or two words, or null
};

/// Fills the row. The table must not be empty. The results are equal to the last bit for every
/// vector width and for every way of cutting delays into rows. Thread-safe. O(schedules + delays)
/// if the delays are sorted, O(schedules + delays * hull) at worst.
void envelope_minimum(const Envelope& table, const DelayRow& row, const RowResult& result);

}  // namespace lightsweep::kernels
