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

/// A shift by +-2^a of 2^m nodes makes 2^a rings of 2^(m-a) places, node j at place j / 2^a. An
/// exclusive-or whose mask is a multiple of 2^a is the same exclusive-or of places on each of them,
/// which is the result; another one takes every node off its ring: nothing.
std::optional<Permutation> exchange_of_places(const Permutation& exclusive_or, Node shift);

/// Links of the longest shortest path over the permutation's pairs, on the bidirectional ring.
Node ring_hops(const Permutation& permutation);

// Closed forms on tori, grids and hypercubes for permutations that act coordinate by coordinate.
//
// Let p(x_1, ..., x_k) = (p_1(x_1), ..., p_k(x_k)) on the Cartesian product of graphs G_1, ...,
// G_k. Then theta = min over d of theta(G_d, p_d), and hops is the sum of hops(G_d, p_d):
//
//   >=  Route dimension by dimension. Before phase d every line along d holds one sender at each
//       coordinate, because p_1, ..., p_{d-1} are bijections; so each line carries p_d once.
//   <=  Put the link weights that are tight for (G_d, p_d) on every line along d, and 0 elsewhere:
//       capacity and distances are those of one line times the number of lines.
// Torus translations, and exclusive-ors on sizes that are powers of two, are such permutations. A
// torus translation (t_1, ..., t_k) has theta = min of c n_d / (t_d (n_d - t_d)); on a hypercube
// theta = c.
//
// On a line every pair has one path: theta = c / (largest link load). A permutation of a grid or
// torus that mixes coordinates has no closed form here, because the cut condition is not exact for
// it.

/// The factors p_1, ..., p_k if p acts coordinate by coordinate on row-major coordinates of sizes
/// dims. O(k) for a translation of these dims or an exclusive-or on powers of two, O(k n)
/// otherwise.
std::optional<std::vector<Permutation>> coordinate_factors(const std::vector<Node>& dims,
                                                           const Permutation& p);

/// Flow on the line 0 <-> 1 <-> ... <-> n-1 with link capacity c [b] each way. O(n).
StepFlow line_flow(const Permutation& p, double capacity);

/// Flow on the product: the smaller theta and the sum of the hops.
StepFlow product_of(const StepFlow& a, const StepFlow& b);

/// Flow on a hypercube of link capacity c [b] where routes by dimension, lowest first, meet a cut:
/// theta = c / their fullest load. So do exclusive-ors (O(1)) and ring steps. Else nothing.
std::optional<StepFlow> hypercube_flow(const Permutation& p, double capacity);

}  // namespace lightsweep::kernels
