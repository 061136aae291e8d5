#pragma once
// State space of BRIDGE: the subrings on which a Bruck collective can run, with the cost of every
// step on each (BRIDGE 3.2, 3.3). Subring t has the stride r^t, with radix r. A step by r^e takes
// r^(e-t) hops there, and r^(e-t) pairs share every link. A schedule is one subring per step; runs
// of steps on one subring are BRIDGE's segments. Check by hand: on its own subring, t = e, a step
// costs one hop without congestion.

#include <cstddef>
#include <optional>
#include <vector>

#include "solvers/walks/walk_envelope.hpp"

namespace lightsweep::solvers::bridge {

/// Bits of a decision per step: there are at most 30 exponents, and a word holds eight steps.
inline constexpr int subring_bits = 8;

/// State t is the subring of stride r^t; state 0 is the ring, the problem's base. States beyond the
/// topologies, if any, are the same subrings with windows of the ring algorithm (ring_windows.hpp).
/// `own` is the subring on which a step is one hop.
using SubringSpace = WalkSpace;

/// The exponent of every step. Nothing if some step is not a shift by i * r^e on port i = 1, 2,
/// ..., with one radix r for all.
std::optional<std::vector<std::size_t>> bruck_exponents(const kernels::Collective& collective);

/// The space with the ring only, under the problem's rules; `own` as above. Other states may be
/// added.
SubringSpace ring_space(Subject problem, std::vector<std::size_t> own);

/// The space of all subrings; every change of segment is charged, as in the paper. Throws
/// std::invalid_argument if the collective has steps other than Bruck's, or if the block size does
/// not divide the number of nodes.
SubringSpace subring_space(Subject problem);

/// The space for an optimum: inside a block the links are electrical, so subrings whose stride is
/// at most the block size are the ring itself (section 3.7), and changing between them is free.
SubringSpace with_equal_subrings(SubringSpace space);

// The paper's own choices of segments (BRIDGE 3.3 to 3.6): ways to cut s steps into R + 1 runs.
// Lengths are listed for rising distances; an all-gather takes them in reverse order.

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
