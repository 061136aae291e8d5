#pragma once
// Halving-doubling and Swing: both are recursive exchanges, of whatever partners.

#include <vector>

#include "kernels/collective.hpp"

namespace lightsweep::kernels {

/// Reduce-scatter: in step k every node sends its partner exchanges[k] all blocks that end there or
/// at whoever the partner still exchanges with: m/2, m/4, ...
/// n = 2^(exchanges); each an involution without fixed nodes, together reaching every node.
Collective exchange_scatter(Node n, std::vector<Permutation> exchanges);
/// The all-gather: the same exchanges backwards, m/n, ..., m/4, m/2.
Collective exchange_gather(Node n, std::vector<Permutation> exchanges);

}  // namespace lightsweep::kernels
