#pragma once
// How few circuits per fibre are possible at all: what rectangles and parity prove.
//
// Cuts. Every circuit with one end inside a rectangle of servers crosses its boundary, so the
// fullest edge of the boundary carries at least
//
//     ceil((circuits that must cross + circuits already there) / edges of the boundary)
//
// Rows r0..r1 are added one by one; of the circuits with both ends in these rows, those inside
// columns c0..c1 follow by inclusion and exclusion. O(R^2 (circuits + C^2)) in all.
//
// Parity. Suppose z on the fullest edge were enough. A route crosses the boundary of any set K of
// servers an odd number of times if one of its ends is in K, an even number otherwise, so
//
//     places left free on the boundary of K  =  z * edges - already there - must cross  (mod 2)
//
// Where a rectangle needs every place on its boundary, none is free. Take those boundaries away,
// and the grid falls into pieces whose boundaries have no free place: if for one of them the right
// side is odd, z is not enough. Edges inside a piece count twice, so the sum over its servers will
// do.

#include <functional>
#include <span>

#include "kernels/circuits.hpp"

namespace lightsweep::kernels {

/// Servers in rows first_row .. last_row and columns first_column .. last_column, not all of them.
struct RectangleCut {
    Node first_row, last_row, first_column, last_column;
    std::int64_t circuits;  ///< that must cross the boundary, or are there already
    std::int64_t edges;     ///< of the boundary, >= 1
};

/// Visits every rectangle. The arguments here and below are those of route_fibres, checked there:
/// existing has the circuits already there per edge number, and is empty if there are none.
void for_each_rectangle(const GridShape& grid, std::span<const Pair> circuits,
                        std::span<const int> existing,
                        const std::function<void(const RectangleCut&)>& visit);

/// The largest bound over all rectangles, and over the edges by themselves.
int fibre_cut_bound(const GridShape& grid, std::span<const Pair> circuits,
                    std::span<const int> existing = {});

/// Whether parity rules out that no edge has more than `most` circuits; most >= the cut bound.
bool parity_rules_out(int most, const GridShape& grid, std::span<const Pair> circuits,
                      std::span<const int> existing = {});

}  // namespace lightsweep::kernels
