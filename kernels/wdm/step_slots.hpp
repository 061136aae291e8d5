#pragma once
// The slots of one step: for every fibre and wavelength the segments that are taken.

#include <cstdint>
#include <vector>

#include "kernels/wdm/lightpath_schedule.hpp"

namespace lightsweep::kernels {

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

}  // namespace lightsweep::kernels
