#pragma once
// Recursive exchanges, and all-to-all algorithms: those that send every block straight to its
// target, and the one over a hypercube.
// Bruck's all-to-all is in kernels/collectives/bruck.hpp.

#include <vector>

#include "kernels/collectives/collective.hpp"

namespace lightsweep::kernels {

// Recursive exchanges: the common form of halving-doubling and Swing, which differ in the partners
// only.

/// Reduce-scatter in which step k exchanges with the partner exchanges[k]. A node sends all blocks
/// that end at the partner or at a node that the partner will still exchange with: m/2, m/4, ...
/// There must be log2(n) exchanges, each an involution without fixed nodes; together they must
/// reach every node.
Collective exchange_scatter(Node n, std::vector<Permutation> exchanges);
/// All-gather: the same exchanges in reverse order, with m/n, ..., m/4, m/2.
Collective exchange_gather(Node n, std::vector<Permutation> exchanges);

/// n - 1 steps: shifts by 1, 2, ..., n - 1, one block of m/n per node and step.
Collective all_to_all_shift(Node n);
/// Like all_to_all_shift(), but `ports` shifts run at once; the last step has the remaining shifts.
Collective all_to_all_ported(Node n, Node ports);
/// n - 1 steps: pairwise exchanges with node j xor 1, 2, ..., n - 1. n must be a power of two.
Collective all_to_all_xor(Node n);
/// log2(n) steps, one per bit k. Node j sends to j xor 2^k every block whose origin and target
/// differ in bit k and that has not crossed this bit yet: m/2 per step. n must be a power of two.
Collective all_to_all_hypercube(Node n, Order order);

}  // namespace lightsweep::kernels
