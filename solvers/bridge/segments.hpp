#pragma once
// The paper's own choices of segments (BRIDGE 3.3 to 3.6): how s steps are cut into R + 1 runs.
// Lengths are those of rising distances; an all-gather takes them backwards.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lightsweep::solvers::bridge {

using Segments = std::vector<std::size_t>;

/// Lengths that differ by one at most, the shorter ones first (Theorem 3.2, also where R + 1 does
/// not divide s). 0 <= R < s; throws std::invalid_argument otherwise.
Segments balanced_segments(std::size_t s, std::size_t reconfigurations);

/// Least transmission of a reduce-scatter, sum over segments of r / 2^a for a segment of r steps
/// that begins at step a (Theorem 3.3), in exact integers; among equals the smallest sum of hops,
/// then the lexicographically smallest. Errors as above; s <= 40.
Segments transmission_segments(std::size_t s, std::size_t reconfigurations);

/// 2^(s-1) times the transmission that transmission_segments minimises.
std::int64_t scaled_transmission(std::size_t s, const Segments& segments);

/// The state of every step: for a rising run the exponent of each segment's first step, for a
/// falling one (exponents s-1 .. 0) that of its last. Throw std::invalid_argument if a segment is
/// empty or they are not s steps in all.
std::vector<std::size_t> rising_states(const Segments& segments, std::size_t s);
std::vector<std::size_t> falling_states(const Segments& segments, std::size_t s);

}  // namespace lightsweep::solvers::bridge
