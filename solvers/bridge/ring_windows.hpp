#pragma once
// Chooses between Bruck and the ring algorithm per segment. This goes beyond BRIDGE, whose section
// 4.3 compares with the ring as a whole. A segment of r steps of a reduce-scatter or an all-gather
// can run as a windowed ring on its own subring (kernels/collectives/windowed_ring.hpp), with 2^r -
// 1 start-ups and no congestion. A step by 2^e on the subring of stride 2^t costs
//
//   by Bruck    1 start-up,         2^(e-t) links, its bytes 2^(e-t) times
//   in a ring   2^(e-t) start-ups,  2^(e-t) links, its bytes once
//
// So one more state per subring is enough, and the optimum is never above those of `bridge` and
// `ring-hamiltonian`. A step gains from the ring if its bytes take longer than 2^(e-t) start-ups.
// In a `mixed` segment the ring takes the short steps and Bruck the long ones, without a
// reconfiguration between them.

#include "solvers/bridge/subring_space.hpp"

namespace lightsweep::solvers::bridge {

/// Bruck's states, followed by the same subrings with ring windows. Decisions with windows carry
/// out other steps than the problem's own. mixed: both kinds may occur in one segment.
SubringSpace ring_window_space(Subject problem, bool mixed);

/// Whether some step can be part of a window: a near reduce-scatter or all-gather on one port with
/// exact volumes.
bool has_ring_windows(const kernels::Collective& collective);

}  // namespace lightsweep::solvers::bridge
