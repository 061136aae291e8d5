#pragma once
// How few circuits per fibre are possible at all: the bound that axis-parallel rectangles prove.
//
// Every circuit with one end inside a rectangle of servers crosses its boundary, so the fullest
// edge of the boundary carries at least
//
//     ceil((circuits that must cross + circuits already there) / edges of the boundary)
//
// Rows r0..r1 are added one by one; of the circuits with both ends in these rows, those inside
// columns c0..c1 follow by inclusion and exclusion. O(R^2 (circuits + C^2)) in all.

#include <span>

#include "kernels/circuits.hpp"

namespace lightsweep::kernels {

/// The largest bound over all rectangles, and over the edges by themselves. existing: circuits per
/// edge number that are there already, empty if none. The arguments are those of route_fibres,
/// checked there.
int fibre_cut_bound(const GridShape& grid, std::span<const Pair> circuits,
                    std::span<const int> existing = {});

}  // namespace lightsweep::kernels
