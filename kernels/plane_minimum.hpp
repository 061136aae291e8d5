#pragma once
// The cheapest of a list of schedules, at every reconfiguration delay of a row.
//
// For a fixed schedule every cost is linear in the parameters, so one schedule is one plane
//
//   time = startup + per_hop * hops + (m / b) * (volume + congestion) + delay * reconfigurations
//
// and an optimum over schedules is a lower envelope of planes. A row is a run of delays that share
// all other parameters: the planes shrink to lines over the delay, of those only the lower hull is
// kept, and every delay takes the line whose interval it falls into.

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/cost.hpp"

namespace lightsweep::kernels {

/// One schedule as a cost plane. All that differs between schedules of one structure.
struct CostPlane {
    double hops;        ///< sum over steps of the farthest pair's links
    double congestion;  ///< sum over steps of share * (stretch - 1)
    std::int32_t reconfigurations;
    std::vector<std::uint64_t> decision;  ///< kernels/decision_mask.hpp
    std::int32_t more_steps = 0;          ///< start-ups beyond those of the table's steps
};

/// The planes that are least at some delay while x = message_time / per_hop_latency lies in one
/// range (kernels/region_boundaries.hpp), by increasing reconfigurations, as columns (padded, where
/// a table has made them).
struct PlaneSlab {
    double to;  ///< the range ends here; it begins where the slab before ends, or at 0
    std::vector<std::int32_t> plane;
    std::size_t size = plane.size();  ///< planes, without padding
    std::vector<double> startups{}, hops{}, congestion{}, reconfigurations{};
    std::vector<std::uint64_t> first_words{}, second_words{};
};

/// Planes of one structure as columns, sorted by (reconfigurations, decision): the order of ties.
class PlaneTable {
  public:
    PlaneTable() = default;
    /// n_steps: steps of the collective; volume: sum of their shares; bits: of a step's decision.
    PlaneTable(std::size_t n_steps, double volume, std::vector<CostPlane> planes, int bits = 1);

    std::size_t size() const { return planes_.size(); }
    std::size_t steps() const { return n_steps_; }
    double volume() const { return volume_; }
    const CostPlane& operator[](std::size_t i) const { return planes_[i]; }
    const std::vector<CostPlane>& planes() const { return planes_; }
    std::span<const double> hops() const { return hops_; }
    std::span<const double> congestion() const { return congestion_; }
    std::span<const double> reconfigurations() const { return reconfigurations_; }
    /// Start-ups of every plane.
    std::span<const double> startups() const { return startups_; }
    /// Whether every plane has the table's steps.
    bool has_equal_steps() const { return has_equal_steps_; }
    /// First words of the decisions.
    std::span<const std::uint64_t> first_words() const { return first_words_; }
    /// Second words, nothing unless decisions have two.
    std::span<const std::uint64_t> second_words() const { return second_words_; }
    /// All words of a plane's decision.
    const std::uint64_t* words(std::size_t plane) const { return &words_[plane * n_words_]; }
    std::size_t n_words() const { return n_words_; }

    /// Says which planes to look at where; `to` and `plane` given, ascending, the last without end.
    /// Evaluations then skip the search for the lower hull.
    void set_slabs(std::vector<PlaneSlab> slabs);
    /// The slab of a row, or null if there are none.
    const PlaneSlab* slab(double per_hop_latency, double message_time) const;

  private:
    std::size_t n_steps_ = 0;
    double volume_ = 0;
    std::vector<CostPlane> planes_;
    std::vector<double> hops_, congestion_, reconfigurations_, startups_;
    bool has_equal_steps_ = true;
    std::vector<std::uint64_t> first_words_, second_words_, words_;
    std::size_t n_words_ = 1;
    std::vector<PlaneSlab> slabs_;
};

/// Parameters that a row shares, and its delays [s].
struct DelayRow {
    double per_step_latency, per_hop_latency, message_time;
    std::span<const double> delays;
    double port_delay = 0, compute_time = 0;  ///< [s], see Parameters
};

/// The row that holds nothing but this point; p must outlive it.
inline DelayRow row_at(const Parameters& p) {
    return {p.per_step_latency, p.per_hop_latency, p.message_time(), {&p.reconfiguration_delay, 1},
            p.port_delay,       p.compute_time};
}

/// Elements beyond the row's length that results need room for: whole vectors are stored.
inline constexpr std::size_t row_padding = 8;

/// Where a row's results go: arrays with room for delays.size() + row_padding, none null but
/// `plane` and `decision`. The least over all planes is its own lower bound.
struct RowResult {
    double *completion, *lower_bound;
    double *startup, *propagation, *transmission, *congestion, *reconfiguration;
    std::int32_t* n_reconfigurations;
    std::int32_t* plane;      ///< index into the table, or null
    std::uint64_t* decision;  ///< decision masks of one or two words, or null
};

/// Fills the row. The table must not be empty. Equal for every vector width and for every way of
/// cutting delays into rows, to the last bit. Thread-safe; O(planes + delays) if the delays are
/// sorted, O(planes + delays * hull) at worst.
void plane_minimum(const PlaneTable& table, const DelayRow& row, const RowResult& result);

}  // namespace lightsweep::kernels
