#pragma once
// Interface between residue_distances.cpp and its builds for the vector widths: plain pointers
// only.

#include <cstddef>
#include <cstdint>

#include "kernels/parallel/vector_width.hpp"

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

/// begin_residues: the walks of the first class, from residue 0; writes its cycle. relax_residues:
/// goes on with one class more. raise_bounds: to the largest distance of any lane, per residue.
LIGHTSWEEP_AT_EVERY_WIDTH(void begin_residues(const ResidueTask& task);
                          void relax_residues(const ResidueTask& task);
                          void raise_bounds(const double* distance, std::int32_t n, double* bound);)

}  // namespace lightsweep::kernels
