#pragma once
// The best shares of the buckets on all ports of a torus
// (kernels/collectives/multiport_collectives).
//
// Where sizes differ, equal shares leave ports idle: buckets meet on the longest dimension. With
// links that share a node's rate, a step lasts as long as its largest permutation, so that
//
//   min  sum over steps t of y_t      2 * sum over first dimensions q of share_q = 1
//        y_t >= bytes of every permutation in step t, which are linear in the shares
//
// is the least time. A vertex is rational: it is carried out with whole pieces of a block, as many
// as its denominator (16 on 3x5: 3/16 and 5/16 per direction). Limit case: equal sizes, equal
// shares.

#include "kernels/collectives/collective.hpp"

namespace lightsweep::solvers::pccl {

/// Per dimension of more than one node: pieces of the message that its buckets carry in either
/// direction; all pieces are twice their sum. Throws std::runtime_error if Clp fails.
std::vector<kernels::Node> best_pieces(const std::vector<kernels::Node>& dims);

/// The same with best shares where it is a bucket-multiport of given sizes; in a sequence part by
/// part.
kernels::Collective with_best_shares(kernels::Collective collective);

}  // namespace lightsweep::solvers::pccl
