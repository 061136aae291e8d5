#pragma once
// Reconfigure or not, step by step: the exact optimum over "base" and "this step's matching"
// (Addanki 2025, eq. 7), where every step on a matching pays the reconfiguration delay and so does
// a step on the base after a matching.
//
//   S_i = B_i + min(S_{i-1}, T_{i-1} + delay)       step i on the base
//   T_i = A_i + delay + min(S_{i-1}, T_{i-1})       step i on its matching,   S_0 = 0, T_0 = inf
//
// Ties: fewest reconfigurations, then the base at the first step that differs. To get that order
// the recurrence runs from the last step, and the decisions are read off from the first.

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/step_costs.hpp"

namespace lightsweep::solvers::addanki {

struct TwoStatePlan {
    double cost = 0;
    std::int32_t reconfigurations = 0;
    std::vector<std::uint64_t> decision;  ///< bit i: step i is matched; at least one word
};

/// Times of the steps on their matchings and on the base (may be infinite) [s], delay >= 0 [s].
/// O(s) time and memory.
TwoStatePlan solve_two_state(std::span<const double> matched, std::span<const double> base,
                             double delay);
/// The same with a delay per step: what a reconfiguration before that step costs, e.g. what the
/// computation before it leaves exposed.
TwoStatePlan solve_two_state(std::span<const double> matched, std::span<const double> base,
                             std::span<const double> delays);

/// Least cost, delays not counted, with exactly R reconfigurations, R = 0..s: the optimum for every
/// delay at once is min over R of W[R] + R * delay. O(s^2) time and memory.
class CountTable {
  public:
    CountTable(std::span<const double> matched, std::span<const double> base);

    /// The lexicographically smallest decision (base before matching) of cost W[R].
    std::vector<std::uint64_t> decision(std::size_t reconfigurations) const;

  private:
    /// Cost of steps i.. with q reconfigurations left, after a step on the base or on a matching.
    const double& after(std::size_t i, bool matched, std::size_t q) const {
        return rest_[((i * 2) + (matched ? 1 : 0)) * width_ + q];
    }
    double& after(std::size_t i, bool matched, std::size_t q) {
        return rest_[((i * 2) + (matched ? 1 : 0)) * width_ + q];
    }
    void fill_step(std::size_t i);

    std::vector<double> matched_, base_;
    std::size_t steps_, width_;
    std::vector<double> rest_;
};

}  // namespace lightsweep::solvers::addanki
