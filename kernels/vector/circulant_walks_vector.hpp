#pragma once
// Interface between residue_distances.cpp and its builds for the vector widths: plain pointers
// only.

#include <cstddef>
#include <cstdint>

#include "kernels/parallel/vector_width.hpp"

namespace lightsweep::kernels {

/// Walks whose lengths are found side by side.
inline constexpr std::size_t walk_lanes = 8;

/// Eight walks under the weights of their classes.
struct WalkTask {
    const float* walks;  ///< [class + 1][lane]: counts; then 0, or infinite without a walk
    const float* weight;
    std::size_t classes;
    float limit;
};

LIGHTSWEEP_AT_EVERY_WIDTH(unsigned walks_below(const WalkTask& task);)

}  // namespace lightsweep::kernels
