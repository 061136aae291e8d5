#pragma once
// Which steps of a collective may change places without breaking its promise.
//
//   alltoall/shift, xor           every step sends its own blocks: any order
//   alltoall/bruck, hypercube     a block travels in the same steps whatever their order, since
//                                 shifts commute, and exclusive-ors too; its place in between
//                                 changes
//   allreduce/halving-doubling    the all-gather doubles what each node holds over any bit that is
//                                 not yet used: its configurations may change places, the volumes
//                                 m/n, ..., m/4, m/2 stay
// Of one halving-doubling reduce-scatter or all-gather the order is free as well, but all orders
// are one problem to switch planes (distinct configurations, volumes by place). Others are not
// known to be free.

#include <span>

#include "kernels/collective.hpp"

namespace lightsweep::kernels {

struct FreeSteps {
    std::size_t first, count;  ///< of steps in a row
    bool bytes_move;           ///< with the configuration; else volumes belong to the place
};

/// Per collective at most one group; of a sequence those of its parts, in order. Groups of fewer
/// than 2 steps are left out.
std::vector<FreeSteps> free_steps(const Collective& collective);

/// The collective with the steps of every group in another order: place i of group g takes the
/// configuration (and bytes) of step groups[g].first + orders[g][i]. Blocks follow where they are
/// known: O(n^2 steps) once. Throws std::invalid_argument unless every order is a permutation of
/// its group.
Collective reordered(const Collective& collective,
                     std::span<const std::vector<std::size_t>> orders);

}  // namespace lightsweep::kernels
