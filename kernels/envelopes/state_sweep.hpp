#pragma once
// The least-time walk through states, one per step, at every delay of a row: eight delays at a
// time.
//
//   rest(i, j) = min over k of  change(i, j -> k) + time(i, k) + rest(i + 1, k),   from j = 0
//
// A state is a topology in force. Where every change costs one delay, the best target is sought
// once per step, O(steps * states) per delay; where each pair has its own price, O(steps *
// states^2)
//. Ties: fewest reconfigurations,
// then the smallest state at the first step that differs; to get that order the recurrence runs
// from the last step, and the states are read off from the first.

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/envelopes/envelope.hpp"

namespace lightsweep::kernels {

/// The structural half of every step's time in every state, kernels/cost/step_costs.hpp.
struct StateCosts {
    std::size_t n_states = 1;
    std::size_t n_standing = 1;      ///< states below are free when kept, the others never
    std::vector<double> share;       ///< per step: volume / message
    std::vector<double> hops;        ///< [step][state]; infinite: unreachable
    std::vector<double> congestion;  ///< [step][state]: share * (stretch - 1); infinite likewise
    double volume = 0;               ///< sum of shares

    std::size_t steps() const { return share.size(); }
};

/// What changes cost where pairs differ: delay * factor + port_delay * ports, counted as a
/// reconfiguration where factor > 0. [step][from][to].
struct StateChanges {
    std::vector<double> factor, ports;
};

/// Structural sums of one walk.
struct StateWalk {
    double hops = 0, congestion = 0;
    double factors = 0;  ///< multiplies the delay
    double ports = 0;    ///< multiplies port_delay
    std::int32_t reconfigurations = 0;
};

/// Scratch and results of one row; kept by one thread and used again.
class StateSweep {
  public:
    /// Sets the parameters that a row shares.
    void begin(const StateCosts& costs, const DelayRow& row);

    /// Best walks for delays[first .. first + lane_count); penalty ([state][lane], 0 or infinite)
    /// forbids states per delay. Costs are those of all steps [s].
    void solve_uniform(std::size_t first, const double* penalty = nullptr);
    void solve_pairs(const StateChanges& changes, std::size_t first);
    /// Costs alone, of a problem of these states only (ascending, the first is the start, the
    /// last one the matching): to `cost`, lane_count elements.
    void restrict_to(std::span<const std::uint16_t> states);
    void solve_restricted(std::size_t first, double* cost);
    /// Costs alone, of all states.
    void solve_costs(std::size_t first, const double* penalty, double* cost);

    /// The walk of one lane of the last solve; its states go to `states` unless that is empty.
    StateWalk walk(std::size_t lane, std::span<std::uint16_t> states) const;

  private:
    void load_delays(std::size_t first);

    const StateCosts* costs_ = nullptr;
    const StateChanges* changes_ = nullptr;  ///< of the last solve; null: uniform
    DelayRow row_{};
    std::vector<double> time_, restricted_time_, fixed_, rest_, delays_, cost_;
    std::vector<std::int64_t> target_, stays_;
    std::size_t n_restricted_ = 0;
};

}  // namespace lightsweep::kernels
