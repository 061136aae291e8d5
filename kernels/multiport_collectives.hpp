#pragma once
// Collectives that keep every link of a static base busy: the fair baselines of a switched fabric.
//
//   both ways round   all-gather: in step t = 1, 2, ... node j hands on the block of j - t + 1 to
//                     j + 1 and that of j + t - 1 to j - 1, so that a block has reached its
//                     antipode after ceil((n-1)/2) steps. For even n the antipode is as far either
//                     way, and the last step carries half a block each way. The reduce-scatter is
//                     this backwards in time (Chan et al. 2007, bidirectional exchange on a ring).
//   bucket            on a torus of side q: four buckets (kernels/lattice_collectives.hpp) of a
//                     quarter of every block each, one per first dimension and direction; images of
//                     one another under the torus' symmetries, so that at any time all four links
//                     of a node carry one each.

#include "kernels/collective.hpp"

namespace lightsweep::kernels {

/// n >= 2. A reduce-scatter or all-gather of ceil((n-1)/2) steps, m/n to each neighbour, m/(2n) in
/// the one between antipodes.
Collective two_way_ring(Node n, Primitive primitive);
/// ceil((n-1)/2).
std::int64_t two_way_ring_steps(std::int64_t n);

/// The side of a square torus on which four buckets have a link each: q >= 3 with q^2 = n, or
/// q = 1 for one node; 0 for any other n.
Node square_side(std::int64_t n);

/// A reduce-scatter or all-gather of 2(q-1) steps on q x q nodes, row-major; n with a square side.
/// Peers: +1 in dimension 0, -1 in it, +1 in dimension 1, -1 in it.
Collective multiport_bucket(Node n, Primitive primitive);
/// 2(q-1); 0 without a square side.
std::int64_t multiport_bucket_steps(std::int64_t n);

}  // namespace lightsweep::kernels
