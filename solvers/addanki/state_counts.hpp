#pragma once
// Every walk through states that is optimal for some parameters, as cost planes, where every change
// of state costs one delay (solvers/addanki/useful_planes.hpp, with more states than two).

#include <optional>

#include "kernels/state_sweep.hpp"
#include "solvers/scheduler.hpp"

namespace lightsweep::solvers::addanki {

/// Least cost, delays not counted, with at most R changes of state, R = 0..s, for one weight per
/// (step, state). O(s^2 states) time and memory.
class StateCountTable {
  public:
    /// weights: [step][state], infinite where a state is no choice.
    StateCountTable(const kernels::StateCosts& costs, std::vector<double> weights);

    /// The lexicographically smallest walk of least cost with at most that many changes.
    std::vector<std::uint64_t> decision(std::size_t changes) const;

  private:
    /// Cost of steps i.. with state j in force and q changes left.
    const double* after(std::size_t i, std::size_t j) const {
        return &rest_[(i * n_states_ + j) * width_];
    }
    double* after(std::size_t i, std::size_t j) { return &rest_[(i * n_states_ + j) * width_]; }
    void fill_step(std::size_t i);
    /// Cost of taking state k for step i out of state j; and whether that is a change.
    std::pair<double, bool> taking(std::size_t i, std::size_t j, std::size_t k,
                                   std::size_t q) const;

    std::size_t steps_, n_states_, n_standing_, width_;
    std::vector<double> weights_, rest_;
};

/// The non-dominated planes; nothing if listing them would take too long (about a second).
std::optional<kernels::PlaneTable> state_planes(const kernels::StateCosts& costs);

}  // namespace lightsweep::solvers::addanki
