#pragma once
// Recursive exchanges: the common form of halving-doubling and Swing, which differ in the partners
// only.

#include <vector>

#include "kernels/collectives/collective.hpp"

namespace lightsweep::kernels {

/// Reduce-scatter in which step k exchanges with the partner exchanges[k]. A node sends all blocks
/// that end at the partner or at a node that the partner will still exchange with: m/2, m/4, ...
/// There must be log2(n) exchanges, each an involution without fixed nodes; together they must
/// reach every node.
Collective exchange_scatter(Node n, std::vector<Permutation> exchanges);
/// All-gather: the same exchanges in reverse order, with m/n, ..., m/4, m/2.
Collective exchange_gather(Node n, std::vector<Permutation> exchanges);

}  // namespace lightsweep::kernels
