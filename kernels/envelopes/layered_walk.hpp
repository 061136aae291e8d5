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

}  // namespace lightsweep::kernels
