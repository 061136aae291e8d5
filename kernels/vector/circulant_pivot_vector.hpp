#pragma once
// Interface between circulant_program.cpp and its builds for the vector widths: plain pointers
// only.

#include <cstddef>
#include <cstdint>

namespace lightsweep::kernels {

/// Slots come in groups of as many.
inline constexpr std::size_t pivot_lanes = 4;

/// The explicit inverse of a basis, and what happens to it as a variable enters.
struct PivotTask {
    std::size_t rows, slots;
    double* inverse;    ///< [row][slot]; the last row are the basic variables' values
    double* direction;  ///< [slot]: what a unit of the variable takes away from them
    double* ratio;      ///< [slot]: how much of it uses them up; infinite if nothing does
};

/// Below it a direction is rounding.
inline constexpr double least_pivot = 1e-11;

#define LIGHTSWEEP_DECLARE_WIDTH(width)                               \
    namespace width {                                                 \
    void face_column(const PivotTask& task, const double* column);    \
    void exchange_column(const PivotTask& task, std::size_t leaving); \
    }
LIGHTSWEEP_DECLARE_WIDTH(baseline)
LIGHTSWEEP_DECLARE_WIDTH(avx2)
LIGHTSWEEP_DECLARE_WIDTH(avx512)
#undef LIGHTSWEEP_DECLARE_WIDTH

}  // namespace lightsweep::kernels
