#pragma once
// Counts how often a schedule of lightpaths must set circuits up if standing circuits cost nothing.
//
// One setup can serve consecutive steps if their circuits (source, destination, fibre, wavelength)
// share no segment unless they are the same circuit. If a run of steps can be served, so can each
// part of it. So the greedy rule gives the fewest setups: start a new setup only where a step does
// not fit beside all steps since the last one. Backwards in time the number is the same.

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/wdm/lightpath_schedule.hpp"

namespace lightsweep::kernels {

// The slots of one step: for every fibre and wavelength the segments that are taken.

/// Slots of one step along one dimension, as bits. Not thread-safe; cheap to keep and clear.
class StepSlots {
  public:
    StepSlots(const TorusShape& shape, std::int32_t wavelengths, Dimension dimension);

    void clear();
    /// Marks a lightpath of that length (1 .. ring length - 1); false if a slot was already taken.
    bool take(const Lightpath& path, Node length);

  private:
    bool take_run(std::size_t row, Node begin, Node end);

    TorusShape shape_;
    std::size_t wavelengths_;
    Dimension dimension_;
    std::size_t row_words_;
    std::vector<std::uint64_t> taken_;
};

/// Circuits lit before the first setup: none, or from every node to its two neighbours on all
/// wavelengths, which leaves no room for others.
enum class LitAtStart : std::uint8_t { nothing, neighbour_ring };

class StandingCircuits {
  public:
    StandingCircuits(const TorusShape& shape, std::int32_t wavelengths,
                     LitAtStart start = LitAtStart::nothing);

    /// Whether the step needs a setup; its lightpaths must not clash with each other. After a setup
    /// exactly these lightpaths stand; without one they are added to those that stand.
    bool need_setup(const StepPaths& step);

  private:
    bool stands(const Lightpath& path, Dimension dimension);
    bool joins_neighbours(const StepPaths& step) const;
    bool all_fit(const StepPaths& step);
    StepSlots& slots(Dimension dimension);
    void clear();

    TorusShape shape_;
    std::int32_t wavelengths_;
    bool neighbours_;  ///< true while the circuits are still those of the start
    bool any_ = false;
    std::optional<StepSlots> slots_[2]{};
    std::vector<Node> lit_[2]{};  ///< destination by (source, fibre, wavelength); -1: none
};

/// The steps before which circuits are set up, ascending. O(slots) time and memory.
std::vector<std::int32_t> setup_steps(const LightpathSchedule& schedule,
                                      LitAtStart start = LitAtStart::nothing);

}  // namespace lightsweep::kernels
