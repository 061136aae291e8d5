#pragma once
// The paper's own choices of segments (BRIDGE 3.3 to 3.6): ways to cut s steps into R + 1 runs.
// Lengths are listed for rising distances; an all-gather takes them in reverse order.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lightsweep::solvers::bridge {

using Segments = std::vector<std::size_t>;

/// Lengths that differ by at most one, shorter ones first (Theorem 3.2, also where R + 1 does not
/// divide s). 0 <= R < s; otherwise throws std::invalid_argument. Check by hand: s = 5, R = 1 gives
/// 2, 3.
Segments balanced_segments(std::size_t s, std::size_t reconfigurations);

/// Segments of least transmission for a reduce-scatter, in exact integers: the minimum of the sum
/// of r / 2^a over segments of r steps that begin at step a (Theorem 3.3). Ties go to the smallest
/// sum of hops, then to the lexicographically smallest list. Errors as above; s <= 40.
Segments transmission_segments(std::size_t s, std::size_t reconfigurations);

/// The state of every step: in a rising run the exponent of each segment's first step, in a falling
/// run (exponents s-1 .. 0) that of its last step. Throw std::invalid_argument if a segment is
/// empty or the lengths do not add up to s.
std::vector<std::size_t> rising_states(const Segments& segments, std::size_t s);
std::vector<std::size_t> falling_states(const Segments& segments, std::size_t s);

}  // namespace lightsweep::solvers::bridge
