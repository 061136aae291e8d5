// Compiled once per vector width (LIGHTSWEEP_VECTOR_WIDTH); see circulant_vector.hpp.
#include "kernels/vector/circulant_vector.hpp"

#include <limits>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH {

namespace {

// Selections on vectors wider than the registers become poor code: the lanes are so many registers
// of this build's width. Short loops do not gain from registers of 64 bytes.
#if defined(__AVX512F__)
constexpr std::size_t register_bytes = 64, short_bytes = 32;
#elif defined(__AVX2__)
constexpr std::size_t register_bytes = 32, short_bytes = 32;
#else
constexpr std::size_t register_bytes = 16, short_bytes = 16;
#endif
using Doubles __attribute__((vector_size(register_bytes), may_alias)) = double;
using Integers __attribute__((vector_size(register_bytes), may_alias)) = std::int64_t;
constexpr std::size_t width = register_bytes / sizeof(double);
constexpr std::size_t parts = residue_lanes / width;
using Floats __attribute__((vector_size(short_bytes), may_alias)) = float;
using Int32s __attribute__((vector_size(short_bytes), may_alias)) = std::int32_t;
constexpr std::size_t float_width = short_bytes / sizeof(float);
constexpr std::size_t float_parts = walk_lanes / float_width;
// Rows of an inverse begin where the allocator puts them.
using AnyDoubles __attribute__((vector_size(short_bytes), may_alias, aligned(8))) = double;
constexpr std::size_t any_width = short_bytes / sizeof(double);

inline AnyDoubles& any_at(double* first) {
    return *reinterpret_cast<AnyDoubles*>(first);
}

// Arrays over lanes begin at cache lines. (A memcpy would be two copies of half a register.)
template <typename Vector, typename Element>
inline Vector& at(Element* first, std::size_t part) {
    return reinterpret_cast<Vector*>(first)[part];
}

/// One bit per lane of a comparison.
inline unsigned bits_of(Integers chosen) {
#if defined(__AVX512F__)
    return _mm512_movepi64_mask(reinterpret_cast<__m512i>(chosen));
#elif defined(__AVX2__)
    return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(chosen)));
#elif defined(__SSE2__)
    return static_cast<unsigned>(_mm_movemask_pd(reinterpret_cast<__m128d>(chosen)));
#else
    unsigned bits = 0;
    for (std::size_t lane = 0; lane < width; ++lane) bits |= (chosen[lane] & 1u) << lane;
    return bits;
#endif
}
inline unsigned bits_of(Int32s chosen) {
#if defined(__AVX2__)
    return static_cast<unsigned>(_mm256_movemask_ps(reinterpret_cast<__m256>(chosen)));
#elif defined(__SSE2__)
    return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(chosen)));
#else
    unsigned bits = 0;
    for (std::size_t lane = 0; lane < float_width; ++lane) bits |= (chosen[lane] & 1u) << lane;
    return bits;
#endif
}

/// The walk around one cycle: length from where it last began anew, per lane.
struct Walk {
    Doubles weight[parts], length[parts];

    /// Goes on to a residue, or begins anew there; bits of the lanes whose way got shorter.
    [[gnu::always_inline]] unsigned step(double* distance) {
        unsigned bits = 0;
        for (std::size_t k = 0; k < parts; ++k) {
            const Doubles further = length[k] + weight[k];
            const Doubles before = at<Doubles>(distance, k);
            const Integers shorter = further < before;
            bits |= bits_of(shorter) << (k * width);
            length[k] = shorter ? further : before;
            at<Doubles>(distance, k) = length[k];
        }
        return bits;
    }
};

inline void relax_cycle(const ResidueTask& t, std::int32_t start) {
    std::int32_t residue = start;
    Walk walk{};
    for (std::size_t k = 0; k < parts; ++k) {
        walk.weight[k] = at<const Doubles>(t.weight, k);
        walk.length[k] = at<Doubles>(t.distance + start * residue_lanes, k);
    }
    const std::int32_t n = t.n, offset = t.offset, order = t.order;
    double* const distance = t.distance;
    std::uint16_t* const stepped = t.stepped;
    const auto next = [&] {
        residue = residue < n - offset ? residue + offset : residue - (n - offset);
    };
    for (std::int32_t k = 0; k < order; ++k) {
        next();
        stepped[residue] =
            static_cast<std::uint16_t>(walk.step(distance + residue * residue_lanes));
    }
    for (std::int32_t k = 0; k < order; ++k) {
        next();
        const unsigned shorter = walk.step(distance + residue * residue_lanes);
        if (shorter == 0) break;
        stepped[residue] = static_cast<std::uint16_t>(stepped[residue] | shorter);
    }
}

}  // namespace

void face_column(const PivotTask& task, const double* column) {
    for (std::size_t slot = 0; slot < task.slots; slot += any_width) {
        AnyDoubles sum{};
        for (std::size_t i = 0; i < task.rows; ++i)
            sum += column[i] * any_at(task.inverse + i * task.slots + slot);
        const AnyDoubles value = any_at(task.inverse + (task.rows - 1) * task.slots + slot);
        const AnyDoubles share = value > 0 ? value : AnyDoubles{};
        any_at(task.direction + slot) = sum;
        any_at(task.ratio + slot) = sum > least_pivot
                                        ? share / sum
                                        : AnyDoubles{} + std::numeric_limits<double>::infinity();
    }
}

void exchange_column(const PivotTask& task, std::size_t leaving) {
    const double pivot = task.direction[leaving];
    for (std::size_t i = 0; i < task.rows; ++i) {
        double* const row = task.inverse + i * task.slots;
        const double entering = row[leaving] / pivot;
        for (std::size_t slot = 0; slot < task.slots; slot += any_width)
            any_at(row + slot) -= entering * any_at(task.direction + slot);
        row[leaving] = entering;
    }
}

unsigned walks_below(const WalkTask& task) {
    unsigned bits = 0;
    const auto* rows = reinterpret_cast<const Floats*>(task.walks);
    for (std::size_t k = 0; k < float_parts; ++k) {
        Floats length = rows[task.classes * float_parts + k];
        for (std::size_t g = 0; g < task.classes; ++g)
            length += task.weight[g] * rows[g * float_parts + k];
        bits |= bits_of(length < task.limit) << (k * float_width);
    }
    return bits;
}

void begin_residues(const ResidueTask& t) {
    Walk walk{};
    for (std::size_t k = 0; k < parts; ++k) walk.weight[k] = at<const Doubles>(t.weight, k);
    std::int32_t residue = 0;
    for (std::int32_t step = 0; step < t.order; ++step) {
        for (std::size_t k = 0; k < parts; ++k) {
            at<Doubles>(t.distance + residue * residue_lanes, k) = walk.length[k];
            walk.length[k] += walk.weight[k];
        }
        t.stepped[residue] = step == 0 ? 0 : static_cast<std::uint16_t>(-1);
        residue = residue < t.n - t.offset ? residue + t.offset : residue - (t.n - t.offset);
    }
}

void relax_residues(const ResidueTask& task) {
    for (std::int32_t start = 0; start < task.cycles; ++start) relax_cycle(task, start);
}

void raise_bounds(const double* distance, std::int32_t n, double* bound) {
    for (std::int32_t t = 0; t < n; ++t) {
        const double* const lanes = distance + t * residue_lanes;
        Doubles most = at<const Doubles>(lanes, 0);
        for (std::size_t k = 1; k < parts; ++k) {
            const Doubles next = at<const Doubles>(lanes, k);
            most = most < next ? next : most;
        }
        double largest[width];
        for (std::size_t lane = 0; lane < width; ++lane) largest[lane] = most[lane];
        for (std::size_t half = width / 2; half > 0; half /= 2)
            for (std::size_t lane = 0; lane < half; ++lane)
                largest[lane] =
                    largest[lane] < largest[half + lane] ? largest[half + lane] : largest[lane];
        bound[t] = bound[t] < largest[0] ? largest[0] : bound[t];
    }
}

}  // namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH
