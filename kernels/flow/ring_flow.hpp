#pragma once
// Maximum concurrent flow of a permutation on a ring, in closed form (Addanki 2025, section 3.2).
//
// theta(G, M) is the largest fraction of the demand M that can be routed at once without
// overloading a link. A step of v bytes then takes v / (b theta). theta may exceed 1: a shift by
// one on a bidirectional ring has n/(n-1), because a small part of it takes the long way round.

#include <optional>

#include "kernels/flow/step_flow.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

/// Directed ring with link capacity c [b]. There is one path per pair, so theta = c / (largest link
/// load). A shift by t has c/t. An exclusive-or has 2c/n, because the two directions of a pair
/// cover the ring once. O(1) for both, O(n) otherwise.
StepFlow ring_uni_flow(const Permutation& permutation, double capacity);

/// Bidirectional ring with link capacity c [b] each way, where a closed form exists. Shifts have c
/// n / (t (n - t)). For involutions, i.e. pairwise exchanges, the cut condition of the cycle is
/// exact: the smallest 2c / (pairs separated by two links). An exclusive-or with highest bit 2^k
/// has c/2^k, and 4c/n for 2^k = n/2. O(1) for shift and exclusive-or, O(n g) for an involution of
/// rotation period g. Nothing for any other permutation, which needs a linear program.
std::optional<StepFlow> ring_flow(const Permutation& permutation, double capacity);

/// Links of the longest shortest path over the permutation's pairs, on the bidirectional ring.
Node ring_hops(const Permutation& permutation);

}  // namespace lightsweep::kernels
