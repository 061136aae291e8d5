#pragma once
// Which build of the vectorised files runs: the widest the processor has, or what the environment
// variable LIGHTSWEEP_VECTOR (baseline | avx2 | avx512) asks for. Every width gives the same bytes.

namespace lightsweep::kernels::parallel {

enum class VectorWidth { baseline, avx2, avx512 };

/// The width in use; read once, at the first call. An unknown or unsupported wish falls back to the
/// widest supported one.
VectorWidth vector_width();
/// Of a function's three builds the one in use; LIGHTSWEEP_IN_USE(function) names them.
template <typename Function>
Function at_width(Function baseline, Function avx2, Function avx512) {
    const VectorWidth width = vector_width();
    return width == VectorWidth::avx512 ? avx512 : width == VectorWidth::avx2 ? avx2 : baseline;
}
bool supported(VectorWidth width);
const char* name_of(VectorWidth width);

}  // namespace lightsweep::kernels::parallel

/// Declares functions of every width, each in its namespace.
#define LIGHTSWEEP_AT_EVERY_WIDTH(...) \
    namespace baseline {               \
    __VA_ARGS__                        \
    }                                  \
    namespace avx2 {                   \
    __VA_ARGS__                        \
    }                                  \
    namespace avx512 {                 \
    __VA_ARGS__                        \
    }
#define LIGHTSWEEP_IN_USE(function) \
    parallel::at_width(baseline::function, avx2::function, avx512::function)
