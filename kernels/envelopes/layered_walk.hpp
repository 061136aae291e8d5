#pragma once
// The least-time walk through layers of states where every change costs one price: eight prices, or
// other weights of the costs, at a time.
//
//   f_i(j) = cost_i(j) + min( f_(i-1)(j),  D + min over k of f_(i-1)(k) )        from state 0
//
// A layer is a step, a state a topology in force during it. A step names the states that carry it;
// of these some may be entered, the others only kept; some may not be kept. A shortest path in a
// layered graph: O(choices) per price. Ties: fewest changes, then keep the state, then the first
// state that may be entered. To get that order the recurrence runs from the last step, and the
// states are read off from the first.

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/cost/step_costs.hpp"
#include "kernels/envelopes/envelope.hpp"
#include "kernels/parallel/lanes.hpp"
#include "kernels/vector/layered_walk_vector.hpp"

namespace lightsweep::kernels {

/// A view of the problem's parts.
struct LayeredWalk {
    std::span<const std::vector<StateCost>> choices;  ///< per step, by rising states
    std::size_t n_states;                             ///< more than any that is named
    bool restore;            ///< one more change at the end, unless that is in state 0
    std::size_t n_standing;  ///< states from here on are set up anew for every step

    std::size_t steps() const { return choices.size(); }
};

/// What a walk's hops, congestion and changes weigh [s], and what every walk weighs besides: times
/// count as equal relative to the whole. None is negative.
struct WalkWeights {
    double hops, congestion, changes;
    double fixed = 0;
    auto operator<=>(const WalkWeights&) const = default;
};

/// Scratch and results of one block of weights; kept by one thread and used again.
class LayeredSweep {
  public:
    /// Best walks at 1 to parallel::lane_count weights. False if there is no walk. The choices must
    /// outlive the calls of walk(). penalty: [state][lane], 0 or infinite where the walk of that
    /// lane may not take the state; null: every walk may take all.
    bool solve(const LayeredWalk& problem, std::span<const WalkWeights> weights,
               const double* penalty = nullptr);
    /// Of one walk of the last solve: what it weighs in all [s].
    double weight(std::size_t lane) const { return weight_[lane]; }
    /// Its states.
    std::vector<std::size_t> walk(std::size_t lane) const;

  private:
    void begin(const LayeredWalk& problem, std::span<const WalkWeights> weights);

    LayeredWalk problem_{};
    std::vector<LayerTask> layers_;
    std::vector<std::size_t> first_;  ///< of every step's choices among all
    std::vector<double> rest_, weights_, weight_;
    std::vector<std::uint32_t> met_;
    std::vector<std::int64_t> entered_;
    std::vector<std::int8_t> leaves_;
};

// The least-time walk through states where each pair of states has its own price of change, and not
// every state may follow every other: eight delays at a time.
//
//   rest(i, j) = min over k that may follow j of  change(i, j -> k) + time(i, k) + rest(i + 1, k)
//
// O(edges) per delay; an edge is a pair (j, k) of one step. Ties, in this order: fewest changes;
// least start-ups, hops and congestion in sum (of schedules that cost the same because a parameter
// is 0, the one that no other beats in all of them); the first of the states at the first step that
// differs. To get that order the recurrence runs from the last step, and the states are read off
// from the first. Where every change costs one price, the sweep above needs O(states) per step.

/// The structural half of a walk problem. Arrays over [step][state] are n_steps * n_states long.
struct PairWalk {
    std::size_t n_steps = 0, n_states = 1;
    double volume = 0;                     ///< sum of the steps' shares
    std::vector<double> hops, congestion;  ///< [step][state]; infinite: no choice
    std::vector<double> more_steps;        ///< [step][state] start-ups beyond one; empty: none
    /// Edges by step and by the state in force before it: those of state j before step i are
    /// first[i * n_states + j] .. first[i * n_states + j + 1].
    std::vector<std::uint32_t> first;
    std::vector<std::uint16_t> next;    ///< per edge: the state that it leads to
    std::vector<double> factor;         ///< per edge: multiplies the delay; a change where > 0
    std::vector<double> ports;          ///< per edge: multiplies the delay per port; empty: none
    std::vector<std::uint16_t> starts;  ///< in force before the first step, any of them
    std::vector<double> last_changes;   ///< [state]: 1 if what it leaves is changed at the end
};

/// Structural sums of one walk.
struct WalkSums {
    double hops = 0, congestion = 0, more_steps = 0;
    double factors = 0, ports = 0;  ///< multiply the delay and the delay per port
    std::int32_t changes = 0;
};

/// Scratch and results of one row; kept by one thread and used again.
class PairSweep {
  public:
    /// Sets the parameters that a row shares.
    void begin(const PairWalk& problem, const DelayRow& row);
    /// Best walks for delays[first .. first + lane_count).
    void solve(std::size_t first);
    /// The walk of one lane of the last solve; its states go to `states`, n_steps of them.
    WalkSums walk(std::size_t lane, std::span<std::uint16_t> states) const;

  private:
    std::uint16_t best_start(std::size_t lane) const;

    const PairWalk* problem_ = nullptr;
    DelayRow row_{};
    double fixed_ = 0;  ///< start-ups of all steps and their bytes at full rate [s]
    std::vector<double> time_, size_, rest_, delays_, port_time_;
    std::vector<std::int64_t> taken_;
};

// Schedules that are found step by step at every reconfiguration delay of a row, eight delays at a
// time: the threshold rule, and the two-state dynamic program where the list of useful schedules
// would be too long.

/// Structural sums of the schedule found at each delay of a row.
struct SweptRow {
    std::vector<double> hops;        ///< links, summed over the steps
    std::vector<double> congestion;  ///< sum of share * (stretch - 1) over the steps on the base
    std::vector<double> reconfigurations;
    std::vector<double>
        bound;  ///< threshold: sum of min(extra, delay) over the steps [s]; else empty
};

/// Match iff base - matching > delay. Never looks ahead; at most twice the optimum.
void sweep_threshold(const StepCosts& costs, const DelayRow& row, SweptRow& result);

/// Optimum over base and matching per step: S_i = B_i + min(S, T + delay),
/// T_i = A_i + delay + min(S, T). O(steps) per delay, O(1) memory. Fewest reconfigurations on ties.
void sweep_two_state(const StepCosts& costs, const DelayRow& row, SweptRow& result);

}  // namespace lightsweep::kernels
