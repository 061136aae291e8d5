#pragma once
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

#include <optional>

#include "kernels/flow/step_flow.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

/// The factors p_1, ..., p_k if p acts coordinate by coordinate on row-major coordinates of sizes
/// dims. O(k) for a translation of these dims or an exclusive-or on powers of two, O(k n)
/// otherwise.
std::optional<std::vector<Permutation>> coordinate_factors(const std::vector<Node>& dims,
                                                           const Permutation& p);

/// Flow on the line 0 <-> 1 <-> ... <-> n-1 with link capacity c [b] each way. O(n).
StepFlow line_flow(const Permutation& p, double capacity);

/// Flow on the product: the smaller theta and the sum of the hops.
StepFlow product_of(const StepFlow& a, const StepFlow& b);

/// Flow of an exclusive-or on a hypercube of link capacity c [b]: theta = c, hops = number of set
/// bits of the mask. Nothing for any other permutation. O(1).
std::optional<StepFlow> hypercube_flow(const Permutation& p, double capacity);

}  // namespace lightsweep::kernels
