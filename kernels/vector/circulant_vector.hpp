#pragma once
// The loops of the concurrent flow on circulants (kernels/flow/circulant_batch.hpp), once per
// vector width: plain pointers only. kernels/flow/circulant_program.cpp and residue_distances.cpp
// call them.

#include <cstddef>
#include <cstdint>

#include "kernels/parallel/vector_width.hpp"

namespace lightsweep::kernels {

// The two inner loops of a simplex pivot on an explicit inverse. circulant_program.cpp chooses what
// enters and what leaves.
//
//   face_column      direction = inverse * column: what one unit of the entering variable takes
//                    from every basic one; ratio = value / direction: how much of it they bear
//   exchange_column  row -= row[leaving] / pivot * direction: the inverse of the new basis
//
// Check by hand: on the identity the direction is the column, and exchanging its only entry, 1,
// changes nothing.

/// The number of slots is a multiple of this.
inline constexpr std::size_t pivot_lanes = 4;

/// The explicit inverse of a basis, one slot per basic variable, and a variable that enters it.
struct PivotTask {
    std::size_t rows, slots;
    double* inverse;    ///< [row][slot]; the last row are the basic variables' values
    double* direction;  ///< [slot]: what a unit of the variable takes away from them
    double* ratio;      ///< [slot]: how much of it uses them up; infinite if nothing does
};

/// Below it a direction is rounding.
inline constexpr double least_pivot = 1e-11;

LIGHTSWEEP_AT_EVERY_WIDTH(void face_column(const PivotTask& task, const double* column);
                          void exchange_column(const PivotTask& task, std::size_t leaving);)

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
