#pragma once
// Lists every walk through states that is optimal for some parameters, as schedule costs, where
// every change of state costs one delay. This is solvers/addanki/useful_schedules.hpp for more than
// two states.

#include <optional>

#include "kernels/envelopes/state_sweep.hpp"
#include "solvers/contract/problem.hpp"

namespace lightsweep::solvers::addanki {

/// Table of the least cost without delays, with at most R changes of state, R = 0..s, for one
/// weight per (step, state):
///
///   rest(i, j, q) = min( weight(i, j) + rest(i+1, j, q),
///                        min over k of weight(i, k) + rest(i+1, k, q-1) )
///
/// The first term exists only if state j may stay. O(s^2 states) time and memory.
class StateCountTable {
  public:
    /// weights: [step][state]; infinite where the step may not use the state.
    StateCountTable(const kernels::StateCosts& costs, std::vector<double> weights);

    /// The lexicographically smallest walk of least cost with at most `changes` changes.
    std::vector<std::uint64_t> decision(std::size_t changes) const;

  private:
    /// Least cost of steps i, i+1, ... with state j in force and q changes left.
    const double* after(std::size_t i, std::size_t j) const {
        return &rest_[(i * n_states_ + j) * width_];
    }
    double* after(std::size_t i, std::size_t j) { return &rest_[(i * n_states_ + j) * width_]; }
    void fill_step(std::size_t i);
    /// Cost of using state k for step i after state j, and whether this is a change.
    std::pair<double, bool> taking(std::size_t i, std::size_t j, std::size_t k,
                                   std::size_t q) const;

    std::size_t steps_, n_states_, n_standing_, width_;
    std::vector<double> weights_, rest_;
};

/// Schedule costs of all walks that no other walk dominates; nothing if listing them would take
/// more than about a second.
std::optional<kernels::Envelope> state_envelope(const kernels::StateCosts& costs);

}  // namespace lightsweep::solvers::addanki
