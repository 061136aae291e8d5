#pragma once
// Maximum concurrent flow of a permutation on a ring, in closed form (Addanki 2025, section 3.2).
//
// theta(G, M) is the largest fraction of the demand M that can be routed at once without exceeding
// a link; a step of v bytes then takes v / (b theta). theta is not capped here: a shift by one on a
// bidirectional ring has n/(n-1), because a little of it goes the long way round.

#include <optional>

#include "kernels/step_flow.hpp"
#include "kernels/topology.hpp"

namespace lightsweep::kernels {

/// Directed ring, link capacity c [b]: there is one path, so theta = c / (largest link load).
/// Shift t: c/t. Exclusive-or: 2c/n, the two directions of a pair cover the ring once. O(1) for
/// those, O(n) otherwise.
StepFlow ring_uni_flow(const Permutation& permutation, double capacity);

/// Bidirectional ring, link capacity c [b] each way, where a closed form exists: shifts
/// (c n / (t (n - t))) and involutions, i.e. pairwise exchanges, for which the cut condition of the
/// cycle is exact: the smallest 2c / (pairs separated by two links). Exclusive-or with highest bit
/// 2^k: c/2^k, and 4c/n for 2^k = n/2. O(1) for shift and exclusive-or, O(n g) for an involution of
/// rotation period g. Nothing for any other permutation: that takes a linear program.
std::optional<StepFlow> ring_flow(const Permutation& permutation, double capacity);

/// Longest shortest path of the permutation's pairs on the bidirectional ring [links].
Node ring_hops(const Permutation& permutation);

}  // namespace lightsweep::kernels
