#pragma once
// The two inner loops of a simplex pivot on an explicit inverse, once per vector width: plain
// pointers only. kernels/flow/circulant_program.cpp chooses what enters and what leaves.
//
//   face_column      direction = inverse * column: what one unit of the entering variable takes
//                    from every basic one; ratio = value / direction: how much of it they bear
//   exchange_column  row -= row[leaving] / pivot * direction: the inverse of the new basis
//
// Check by hand: on the identity the direction is the column, and exchanging its only entry, 1,
// changes nothing.

#include <cstddef>
#include <cstdint>

#include "kernels/parallel/vector_width.hpp"

namespace lightsweep::kernels {

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

}  // namespace lightsweep::kernels
