#pragma once
// Collectives along the dimensions of a torus or grid, row-major coordinates, the last fastest.
//
//   bucket   the ring algorithm in one dimension after the other: n/d_0 blocks around dimension 0,
//            then 1/d_1 of those around dimension 1, ...; the all-gather from the last dimension
//            to the first
//   Swing    exchanges over 1, -1, 3, -5, 11, ... in every dimension, one dimension after the other
//            in turn (De Sensi et al. 2024); coordinates of even parity go up, odd ones down
//
// Sources: PCCL (Algorithm 1's inputs); Sack & Gropp 2012 for bucket.

#include <vector>

#include "kernels/collective.hpp"

namespace lightsweep::kernels {

/// dims >= 1, any sizes; those of size 1 have no steps.
Collective bucket_reduce_scatter(const std::vector<Node>& dims);
Collective bucket_all_gather(const std::vector<Node>& dims);
/// sum of (size - 1).
std::int64_t bucket_steps(const std::vector<Node>& dims);

/// One exchange per step; powers of two.
std::vector<Permutation> swing_exchanges(const std::vector<Node>& dims);

}  // namespace lightsweep::kernels
