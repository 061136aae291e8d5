#pragma once
// Interface between circulant_walks.cpp and its builds for the vector widths: plain pointers only.

#include <cstddef>
#include <cstdint>

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

#define LIGHTSWEEP_DECLARE_WIDTH(width)         \
    namespace width {                           \
    unsigned walks_below(const WalkTask& task); \
    }
LIGHTSWEEP_DECLARE_WIDTH(baseline)
LIGHTSWEEP_DECLARE_WIDTH(avx2)
LIGHTSWEEP_DECLARE_WIDTH(avx512)
#undef LIGHTSWEEP_DECLARE_WIDTH

}  // namespace lightsweep::kernels
