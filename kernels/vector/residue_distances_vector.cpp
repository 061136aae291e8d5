// Compiled once per vector width (LIGHTSWEEP_VECTOR_WIDTH); see residue_distances_vector.hpp.
#include "kernels/vector/residue_distances_vector.hpp"

#include "kernels/parallel/lanes.hpp"

namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH {

namespace {

// Selections on vectors wider than the registers become poor code: the eight lanes are so many
// registers of this build's width.
#if defined(__AVX512F__)
constexpr std::size_t register_bytes = 64;
#elif defined(__AVX2__)
constexpr std::size_t register_bytes = 32;
#else
constexpr std::size_t register_bytes = 16;
#endif
using Doubles __attribute__((vector_size(register_bytes), may_alias)) = double;
using Integers __attribute__((vector_size(register_bytes), may_alias)) = std::int64_t;
using Counts __attribute__((vector_size(register_bytes / 2), may_alias)) = std::int32_t;
constexpr std::size_t width = register_bytes / sizeof(double);
constexpr std::size_t parts = parallel::lane_count / width;

// Arrays over lanes begin at cache lines. (A memcpy would be two copies of half a register.)
template <typename Vector, typename Element>
inline Vector& at(Element* first, std::size_t part) {
    return reinterpret_cast<Vector*>(first)[part];
}

/// The walk around one cycle: length and steps from where it last began anew, per lane.
struct Walk {
    Doubles weight[parts], length[parts];
    Integers count[parts];

    /// Goes on to a residue, or begins anew there with the steps that stand there; whether any
    /// lane's way got shorter.
    template <bool first_time>
    [[gnu::always_inline]] bool step(double* distance, std::int32_t* steps) {
        Integers any{};
        for (std::size_t k = 0; k < parts; ++k) {
            const Doubles further = length[k] + weight[k];
            const Doubles before = at<Doubles>(distance, k);
            const Integers shorter = further < before;
            length[k] = shorter ? further : before;
            count[k] = shorter
                           ? count[k] + 1
                           : (first_time ? Integers{}
                                         : __builtin_convertvector(at<Counts>(steps, k), Integers));
            at<Doubles>(distance, k) = length[k];
            at<Counts>(steps, k) = __builtin_convertvector(count[k], Counts);
            any |= shorter;
        }
        if constexpr (first_time) return true;
        std::int64_t some = 0;
        for (std::size_t lane = 0; lane < width; ++lane) some |= any[lane];
        return some != 0;
    }
};

inline void relax_cycle(const ResidueTask& t, std::int32_t start) {
    using parallel::lane_count;
    std::int32_t residue = start;
    Walk walk{};
    for (std::size_t k = 0; k < parts; ++k) {
        walk.weight[k] = at<const Doubles>(t.weight, k);
        walk.length[k] = at<Doubles>(t.distance + start * lane_count, k);
    }
    const std::int32_t n = t.n, offset = t.offset, order = t.order;
    double* const distance = t.distance;
    std::int32_t* const count = t.count;
    const auto next = [&] {
        residue = residue < n - offset ? residue + offset : residue - (n - offset);
    };
    for (std::int32_t k = 0; k < order; ++k) {
        next();
        walk.step<true>(distance + residue * lane_count, count + residue * lane_count);
    }
    for (std::int32_t k = 0; k < order; ++k) {
        next();
        if (!walk.step<false>(distance + residue * lane_count, count + residue * lane_count)) break;
    }
}

}  // namespace

void relax_residues(const ResidueTask& task) {
    for (std::int32_t start = 0; start < task.cycles; ++start) relax_cycle(task, start);
}

}  // namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH
