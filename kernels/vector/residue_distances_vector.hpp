#pragma once
// Interface between residue_distances.cpp and its builds for the vector widths: plain pointers
// only.

#include <cstddef>
#include <cstdint>

namespace lightsweep::kernels {

/// Two walks of eight lanes each: while one waits for its last step, the other goes on.
inline constexpr std::size_t residue_lanes = 16;

/// Steps of one class of links, by `offset`, for sixteen sets of weights side by side.
struct ResidueTask {
    std::int32_t n, offset, cycles, order;  ///< cycles = gcd(n, offset), order = n / cycles
    const double* weight;                   ///< [lane]
    double* distance;                       ///< [residue][lane]
    std::uint16_t* stepped;  ///< [residue], written: bit of each lane whose last step is this class
};

#define LIGHTSWEEP_DECLARE_WIDTH(width)           \
    namespace width {                             \
    void relax_residues(const ResidueTask& task); \
    }
LIGHTSWEEP_DECLARE_WIDTH(baseline)
LIGHTSWEEP_DECLARE_WIDTH(avx2)
LIGHTSWEEP_DECLARE_WIDTH(avx512)
#undef LIGHTSWEEP_DECLARE_WIDTH

}  // namespace lightsweep::kernels
