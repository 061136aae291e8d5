#pragma once
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

#include <vector>

#include "kernels/collectives/collective.hpp"

namespace lightsweep::kernels {

/// Bucket collectives; sizes dims >= 1 are arbitrary, and a dimension of size 1 has no steps.
Collective bucket_reduce_scatter(const std::vector<Node>& dims);
Collective bucket_all_gather(const std::vector<Node>& dims);
/// Number of bucket steps: the sum of (size - 1).
std::int64_t bucket_steps(const std::vector<Node>& dims);

/// Swing's pairwise exchanges, one permutation per step; every size must be a power of two.
std::vector<Permutation> swing_exchanges(const std::vector<Node>& dims);

}  // namespace lightsweep::kernels
