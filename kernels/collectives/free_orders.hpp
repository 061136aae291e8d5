#pragma once
// Finds the steps of a collective that may change places without breaking its promise.
//
//   alltoall/shift, xor           every step sends its own blocks: any order
//   alltoall/bruck, hypercube     a block travels in the same steps whatever their order, since
//                                 shifts commute, and exclusive-ors too; its place in between
//                                 changes
//   allreduce/halving-doubling    the all-gather doubles what each node holds over any bit that is
//                                 not yet used: its configurations may change places, the volumes
//                                 m/n, ..., m/4, m/2 stay
// In a single halving-doubling reduce-scatter or all-gather the order is free as well, but for
// switch planes all orders are the same problem (distinct configurations, volumes by place). For
// other collectives no free order is known.

#include <span>
#include <string_view>

#include "kernels/collectives/collective.hpp"

namespace lightsweep::kernels {

struct FreeSteps {
    std::size_t first, count;  ///< consecutive steps
    /// True: bytes move with the configuration; false: volumes belong to the place.
    bool bytes_move;
};

/// The groups of free steps: at most one per collective; for a sequence the groups of its parts, in
/// order. Groups of fewer than 2 steps are left out.
std::vector<FreeSteps> free_steps(const Collective& collective);

/// Returns the collective with the steps of every group in another order: place i of group g takes
/// the configuration (and the bytes, if they move) of step groups[g].first + orders[g][i]. Blocks
/// follow where they are known, which costs O(n^2 steps) once. Throws std::invalid_argument unless
/// every order is a permutation of its group.
Collective reordered(const Collective& collective,
                     std::span<const std::vector<std::size_t>> orders);

// Mirrored halves: a collective that uses both directions of a duplex ring at once (BRIDGE, section
// 5). A collective of forward shifts leaves the backward links idle. Here one half of the message
// is sent as before. The other half is sent by the mirror image of the algorithm, in which node j
// is renamed n - j, so that a shift by d becomes a shift by -d. Each half has its own links. Every
// step thus transmits half its bytes; start-up and hops stay. Limit case: a gain of 2, reached if
// transmission is the only cost.

/// Whether all steps of the algorithm are forward shifts: true for ring and Bruck
/// ("allreduce/bruck-near").
bool can_be_mirrored(std::string_view name);

/// Halves the shares and sets Collective::mirrored. The result describes one half, whose blocks are
/// not checked by themselves. Throws std::invalid_argument if a step is not a shift on one port.
Collective with_mirrored_halves(Collective collective);

/// Target of the other half of the bytes: as far back as `peer`, a shift, is ahead.
Permutation mirror_image(const Permutation& peer);

}  // namespace lightsweep::kernels
