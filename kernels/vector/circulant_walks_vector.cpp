// Compiled once per vector width (LIGHTSWEEP_VECTOR_WIDTH); see circulant_walks_vector.hpp.
#include "kernels/vector/circulant_walks_vector.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH {

namespace {

#if defined(__AVX2__)
constexpr std::size_t register_bytes = 32;
#else
constexpr std::size_t register_bytes = 16;
#endif
using Floats __attribute__((vector_size(register_bytes), may_alias)) = float;
using Integers __attribute__((vector_size(register_bytes), may_alias)) = std::int32_t;
constexpr std::size_t width = register_bytes / sizeof(float);
constexpr std::size_t parts = walk_lanes / width;

/// One bit per lane of a comparison.
inline unsigned bits_of(Integers chosen) {
#if defined(__AVX2__)
    return static_cast<unsigned>(_mm256_movemask_ps(reinterpret_cast<__m256>(chosen)));
#elif defined(__SSE2__)
    return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(chosen)));
#else
    unsigned bits = 0;
    for (std::size_t lane = 0; lane < width; ++lane) bits |= (chosen[lane] & 1u) << lane;
    return bits;
#endif
}

}  // namespace

unsigned walks_below(const WalkTask& task) {
    unsigned bits = 0;
    const auto* rows = reinterpret_cast<const Floats*>(task.walks);
    for (std::size_t k = 0; k < parts; ++k) {
        Floats length = rows[task.classes * parts + k];
        for (std::size_t g = 0; g < task.classes; ++g)
            length += task.weight[g] * rows[g * parts + k];
        bits |= bits_of(length < task.limit) << (k * width);
    }
    return bits;
}

}  // namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH
