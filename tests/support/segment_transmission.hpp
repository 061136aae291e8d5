#pragma once
// The transmission that solvers::bridge::transmission_segments minimises (BRIDGE, Theorem 3.3): the
// sum of r / 2^a over segments of r steps that begin at step a, times 2^(s-1).

#include "solvers/bridge/subring_space.hpp"

namespace lightsweep::tests {

inline std::int64_t scaled_transmission(std::size_t s, const solvers::bridge::Segments& segments) {
    std::int64_t sum = 0;
    std::size_t begin = 0;
    for (const std::size_t length : segments) {
        sum += static_cast<std::int64_t>(length) << (s - 1 - begin);
        begin += length;
    }
    return sum;
}

}  // namespace lightsweep::tests
