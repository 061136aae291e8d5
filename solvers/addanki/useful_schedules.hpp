#pragma once
// Lists every walk through states that is optimal for some parameters, as schedule costs, where
// every change of state costs one delay: base and matching, or more states.
//
// For a fixed number R of changes, the minimum of per_hop * P + (m / b) * X over the walks is a
// concave piecewise linear function of the ratio of the two weights. Recursion finds it exactly:
// solve at both ends (count DP), intersect the two schedule costs found, solve at the intersection,
// and stop if nothing lies below it. Every schedule costs about two count DPs, and each count DP
// serves all R at once. Limit case: one step gives two schedules, base and matching.

#include "solvers/walks/uniform_walks.hpp"

namespace lightsweep::solvers::addanki {

/// Table of the least weight without delays of walks with exactly R changes of state, R = 0..s:
///
///   rest(i, j, q) = min( weight(i, j) + rest(i+1, j, q),
///                        min over k of weight(i, k) + rest(i+1, k, q-1) )
///
/// The first term exists only if state j may stay. O(s^2 states) time and memory. Every choice of
/// the walks may be entered.
class CountTable {
  public:
    CountTable(const UniformWalks& walks, double per_hop, double per_congestion);

    /// The lexicographically smallest walk of least weight; nothing if no walk has that many
    /// changes.
    std::optional<std::vector<std::size_t>> walk(std::size_t changes) const;

  private:
    double weigh(const StateCost& choice) const {
        return per_hop_ * choice.hops + per_congestion_ * choice.congestion;
    }
    /// Least weight of steps i, i+1, ... with a state in force, by the number of changes left.
    const double* after(std::size_t i, std::size_t state) const {
        return &rest_[(i * walks_.states() + state) * width_];
    }
    double* after(std::size_t i, std::size_t state) {
        return &rest_[(i * walks_.states() + state) * width_];
    }
    void fill_step(std::size_t i);

    const UniformWalks& walks_;
    double per_hop_, per_congestion_;
    std::size_t width_;
    std::vector<double> rest_;
};

/// Schedule costs of all walks found that no other dominates, empty if there is no walk; nothing if
/// listing them would take more than about a second. O(pieces * s^2 states).
std::optional<kernels::Envelope> useful_schedules(const UniformWalks& walks);

/// Optimum over the walks: listed as schedule costs where they are few, otherwise found delay by
/// delay.
Prepared optimum_over_states(UniformWalks walks);

}  // namespace lightsweep::solvers::addanki
