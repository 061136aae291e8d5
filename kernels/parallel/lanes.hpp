#pragma once
// Eight doubles as one vector value: one AVX-512 register, two of AVX2, four of the baseline. The
// operations are the same in all three, so the results are the same to the last bit.

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lightsweep::kernels::parallel {

inline constexpr std::size_t lane_count = 8;
using Lanes __attribute__((vector_size(64))) = double;
using LaneMask __attribute__((vector_size(64))) = std::int64_t;

/// A whole vector from and to arrays of any alignment. Static: the code of one vector width must
/// not serve another.
template <typename Vector, typename Element>
[[gnu::always_inline]] static inline Vector load(const Element* from) {
    Vector lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
}
template <typename Vector, typename Element>
[[gnu::always_inline]] static inline void store(Element* to, const Vector& lanes) {
    std::memcpy(to, &lanes, sizeof lanes);
}

}  // namespace lightsweep::kernels::parallel
