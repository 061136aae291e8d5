#pragma once
// The choice between Bruck and the ring algorithm per segment (beyond BRIDGE, whose section 4.3
// compares with the ring as a whole): a segment of r steps of a reduce-scatter or an all-gather can
// run as a windowed ring on its own subring (kernels/windowed_ring.hpp), with 2^r - 1 start-ups and
// no congestion. Step by step, on the subring of stride 2^t, a step by 2^e
//
//   by Bruck    1 start-up,         2^(e-t) links, its bytes 2^(e-t) times
//   in a ring   2^(e-t) start-ups,  2^(e-t) links, its bytes once
//
// so that one more state per subring is all it takes, and the optimum is never above those of
// `bridge` and `ring-hamiltonian`. A step gains from the ring if its bytes take longer than
// 2^(e-t) start-ups: in `mixed` segments the ring takes the short steps of a segment and Bruck the
// long ones, without a reconfiguration between.

#include "solvers/bridge/subring_space.hpp"

namespace lightsweep::solvers::bridge {

/// Bruck's states, then the same subrings with ring windows. Decisions carry out other steps than
/// the structure's. mixed: both within one segment.
SubringSpace ring_window_space(Subject structure, bool mixed);

/// Whether any step can be part of a window: a near reduce-scatter or all-gather on one port, its
/// volumes exact.
bool has_ring_windows(const kernels::Collective& collective);

}  // namespace lightsweep::solvers::bridge
