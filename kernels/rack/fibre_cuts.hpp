#pragma once
// Lower bounds on the circuits per fibre edge, proven by rectangles and by parity.
//
// Cuts. Every circuit with one end inside a rectangle of servers crosses the rectangle's boundary,
// so the fullest edge of the boundary carries at least
//
//     ceil((circuits that must cross + circuits already there) / edges of the boundary)
//
// The method adds rows r0..r1 one by one. Of the circuits with both ends in these rows, those
// inside columns c0..c1 follow by inclusion and exclusion. O(R^2 (circuits + C^2)) in total.
//
// Parity. Suppose that z circuits on the fullest edge were enough. A route crosses the boundary of
// any set K of servers an odd number of times if exactly one of its ends is in K, otherwise an even
// number:
//
//     places left free on the boundary of K  =  z * edges - already there - must cross  (mod 2)
//
// Where a rectangle needs every place on its boundary, no place is free. Remove those boundaries:
// the grid falls into pieces whose boundaries have no free place. If the right side is odd for one
// piece, z is not enough. Edges inside a piece count twice, so the sum over its servers is enough.

#include <functional>
#include <span>

#include "kernels/topologies/circuits.hpp"

namespace lightsweep::kernels {

/// A rectangle: servers in rows first_row .. last_row and columns first_column .. last_column, but
/// not all servers.
struct RectangleCut {
    Node first_row, last_row, first_column, last_column;
    std::int64_t circuits;  ///< circuits that must cross the boundary or are there already
    std::int64_t edges;     ///< edges of the boundary, >= 1
};

/// Visits every rectangle. Arguments, here and below, are those of route_fibres, which checks them.
/// `existing` holds the circuits already there per edge number; it is empty if there are none.
void for_each_rectangle(const GridShape& grid, std::span<const Pair> circuits,
                        std::span<const int> existing,
                        const std::function<void(const RectangleCut&)>& visit);

/// The largest bound over all rectangles and over the single edges.
int fibre_cut_bound(const GridShape& grid, std::span<const Pair> circuits,
                    std::span<const int> existing = {});

/// Whether parity proves that `most` circuits per edge are too few; `most` must be at least the cut
/// bound.
bool parity_rules_out(int most, const GridShape& grid, std::span<const Pair> circuits,
                      std::span<const int> existing = {});

}  // namespace lightsweep::kernels
