#pragma once
// Collectives that keep every link of a static base busy: the fair baselines for a switched fabric.
//
//   both ways round   all-gather: in step t = 1, 2, ... node j hands on the block of j - t + 1 to
//                     j + 1 and that of j + t - 1 to j - 1, so that a block has reached its
//                     antipode after ceil((n-1)/2) steps. For even n the antipode is as far either
//                     way, and the last step carries half a block each way. The reduce-scatter is
//                     this backwards in time (Chan et al. 2007, bidirectional exchange on a ring).
//
//   bucket            on a torus of side q: four buckets (below) of a quarter of every block each,
//                     one per first dimension and direction. They are images of one another under
//                     the torus' symmetries, so at any time each of a node's four links carries
//                     one of them.

#include <vector>

#include "kernels/collectives/collective.hpp"

namespace lightsweep::kernels {

// Collectives along the dimensions of a torus or grid. Coordinates are row-major; the last one
// moves fastest.
//
//   bucket   the ring algorithm in one dimension after the other: n/d_0 blocks around dimension 0,
//            then 1/d_1 of those around dimension 1, ...; the all-gather from the last dimension
//            to the first
//   Swing    exchanges over 1, -1, 3, -5, 11, ... in every dimension, one dimension after the other
//            in turn (De Sensi et al. 2024); coordinates of even parity go up, odd ones down
//
// Sources: PCCL (Algorithm 1's inputs); Sack & Gropp 2012 for bucket.

/// Bucket collectives; sizes dims >= 1 are arbitrary, and a dimension of size 1 has no steps.
Collective bucket_reduce_scatter(const std::vector<Node>& dims);
Collective bucket_all_gather(const std::vector<Node>& dims);
/// Number of bucket steps: the sum of (size - 1).
std::int64_t bucket_steps(const std::vector<Node>& dims);

/// Swing's pairwise exchanges, one permutation per step; every size must be a power of two.
std::vector<Permutation> swing_exchanges(const std::vector<Node>& dims);

/// Reduce-scatter or all-gather of ceil((n-1)/2) steps: m/n to each neighbour per step, m/(2n) in
/// the step between antipodes. n >= 2.
Collective two_way_ring(Node n, Primitive primitive);
/// Number of steps: ceil((n-1)/2).
std::int64_t two_way_ring_steps(std::int64_t n);

// All 2d ports of a torus of d dimensions of any sizes (without those of size 1): one bucket, or
// Swing, of m/(2d) per first dimension and sign. Each walks the dimensions in a cycle from its
// first one on, without waiting for the others; where two meet on one permutation, their bytes add.
// A dimension of size 2 has one permutation for both signs.
//
//   bucket   sum of (size - 1) steps; with equal sizes every link carries (n-1)/(2d n) m in all
//   Swing    log2 n exchanges; sizes are powers of two; up to (size - 1) / 3 hops or so
///
/// pieces: of equal pieces of the message, how many the bucket of every first dimension (of more
/// than one node) carries in either direction; empty: 1 each.
Collective bucket_on_all_ports(const std::vector<Node>& dims, Primitive primitive,
                               const std::vector<Node>& pieces);
Collective swing_on_all_ports(const std::vector<Node>& dims, Primitive primitive);

/// Side of a square torus on which each of four buckets has its own link: q >= 3 with q^2 = n, or q
/// = 1 for one node; 0 for any other n.
Node square_side(std::int64_t n);

/// Reduce-scatter or all-gather of 2(q-1) steps on q x q nodes in row-major order; square_side(n)
/// must not be 0. Peers in order: +1 and -1 in dimension 0, +1 and -1 in dimension 1.
Collective multiport_bucket(Node n, Primitive primitive);
/// Number of steps: 2(q-1); 0 without a square side.
std::int64_t multiport_bucket_steps(std::int64_t n);

}  // namespace lightsweep::kernels
