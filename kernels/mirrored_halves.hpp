#pragma once
// Both directions of a duplex ring at once (BRIDGE, section 5). A collective of forward shifts
// leaves the backward links idle. One half of the message is sent as before; the other half by the
// mirror image of the algorithm, every node j renamed n - j, so that a shift by d becomes one by
// -d. Each half has links of its own: every step takes the time of half its bytes, start-up and
// hops stay. The gain is at most 2, where transmission is all there is.

#include <string_view>

#include "kernels/collective.hpp"

namespace lightsweep::kernels {

/// Whether all steps of the algorithm are forward shifts: ring and Bruck ("allreduce/bruck-near").
bool can_be_mirrored(std::string_view name);

/// Halves the shares; the result says so (Collective::mirrored), and describes one half: nobody
/// checks its blocks by itself. Throws std::invalid_argument if a step is no shift on one port.
Collective with_mirrored_halves(Collective collective);

/// Where a node sends the other half: as far back as `peer`, a shift, is ahead.
Permutation mirror_image(const Permutation& peer);

}  // namespace lightsweep::kernels
