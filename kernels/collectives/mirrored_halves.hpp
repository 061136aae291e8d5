#pragma once
// Mirrored halves: a collective that uses both directions of a duplex ring at once (BRIDGE, section
// 5). A collective of forward shifts leaves the backward links idle. Here one half of the message
// is sent as before. The other half is sent by the mirror image of the algorithm, in which node j
// is renamed n - j, so that a shift by d becomes a shift by -d. Each half has its own links. Every
// step thus transmits half its bytes; start-up and hops stay. Limit case: a gain of 2, reached if
// transmission is the only cost.

#include <string_view>

#include "kernels/collectives/collective.hpp"

namespace lightsweep::kernels {

/// Whether all steps of the algorithm are forward shifts: true for ring and Bruck
/// ("allreduce/bruck-near").
bool can_be_mirrored(std::string_view name);

/// Halves the shares and sets Collective::mirrored. The result describes one half, whose blocks are
/// not checked by themselves. Throws std::invalid_argument if a step is not a shift on one port.
Collective with_mirrored_halves(Collective collective);

/// Target of the other half of the bytes: as far back as `peer`, a shift, is ahead.
Permutation mirror_image(const Permutation& peer);

}  // namespace lightsweep::kernels
