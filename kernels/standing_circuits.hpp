#pragma once
// How often a schedule of lightpaths must set circuits up, if circuits that stand cost nothing.
//
// Consecutive steps whose circuits (source, destination, fibre, wavelength) share no segment unless
// they are the same circuit can be served by one setup before the first of them. Whether a run of
// steps can is inherited by its parts, so that starting a new setup only where a step does not fit
// beside all since the last one gives the fewest setups there are - backwards in time as many.

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/lightpath_schedule.hpp"
#include "kernels/step_slots.hpp"

namespace lightsweep::kernels {

/// What is lit before the first setup: nothing, or every node to its two neighbours on all
/// wavelengths, beside which nothing fits.
enum class LitAtStart : std::uint8_t { nothing, neighbour_ring };

class StandingCircuits {
  public:
    StandingCircuits(const TorusShape& shape, std::int32_t wavelengths,
                     LitAtStart start = LitAtStart::nothing);

    /// Whether the step's lightpaths, free of clashes among themselves, need a setup. After it
    /// exactly they stand, otherwise they stand as well as what stood.
    bool need_setup(const StepPaths& step);

  private:
    bool stands(const Lightpath& path, Dimension dimension);
    bool joins_neighbours(const StepPaths& step) const;
    bool all_fit(const StepPaths& step);
    StepSlots& slots(Dimension dimension);
    void clear();

    TorusShape shape_;
    std::int32_t wavelengths_;
    bool neighbours_;  ///< still as at the start
    bool any_ = false;
    std::optional<StepSlots> slots_[2]{};
    std::vector<Node> lit_[2]{};  ///< destination by (source, fibre, wavelength); -1: none
};

/// The steps before which circuits are set up, ascending; O(slots) time and memory.
std::vector<std::int32_t> setup_steps(const LightpathSchedule& schedule,
                                      LitAtStart start = LitAtStart::nothing);

}  // namespace lightsweep::kernels
