#pragma once
// Interface between residue_distances.cpp and its builds for the vector widths: plain pointers
// only.

#include <cstddef>
#include <cstdint>

namespace lightsweep::kernels {

/// Steps of one class of links, by `offset`, for eight sets of weights side by side.
struct ResidueTask {
    std::int32_t n, offset, cycles, order;  ///< cycles = gcd(n, offset), order = n / cycles
    const double* weight;                   ///< [lane]
    double* distance;                       ///< [residue][lane]
    std::int32_t* count;                    ///< [residue][lane]: steps that led there, written
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
