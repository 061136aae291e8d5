#pragma once
// The subrings that a Bruck collective can run on, and what every step costs on each (BRIDGE 3.2,
// 3.3). Subring t has the stride r^t (r the radix); a step by r^e takes r^(e-t) hops there, and as
// many pairs share every link. A schedule is one subring per step; runs of steps on one subring are
// BRIDGE's segments.

#include <optional>

#include "solvers/walk_space.hpp"

namespace lightsweep::solvers::bridge {

using Subject = std::shared_ptr<const Structure>;

/// Bits of a decision per step: 30 exponents at most, and eight steps in a word.
inline constexpr int subring_bits = 8;

/// State t is the subring of stride r^t; state 0 the ring, the structure's base. States beyond the
/// topologies, if any, are the same subrings once more, with windows of the ring algorithm on them
/// (ring_windows.hpp). `own`: the subring on which a step is one hop.
using SubringSpace = WalkSpace;

/// The exponent of every step, or nothing if some step is no shift by i * r^e on port i = 1, 2, ...
/// with one radix r for all.
std::optional<std::vector<std::size_t>> bruck_exponents(const kernels::Collective& collective);

/// The ring alone, under the structure's rules; `own` as above, other states may be added.
SubringSpace ring_space(Subject structure, std::vector<std::size_t> own);

/// Throws std::invalid_argument if the collective has other steps than Bruck's, or the blocks do
/// not divide the nodes. Every change of segment counts, as in the paper.
SubringSpace subring_space(Subject structure);

/// The same for an optimum: within a block the links are electrical, so that the subrings of
/// strides up to its size are the ring itself (section 3.7), and a change between them is none.
SubringSpace with_equal_subrings(SubringSpace space);

}  // namespace lightsweep::solvers::bridge
