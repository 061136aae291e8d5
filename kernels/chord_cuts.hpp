#pragma once
// Exchanges around a cycle: the largest share that all of them can have at once.
//
// On a cycle whose links have the same capacity both ways, a demand in which every pair exchanges
// as much as it receives is met iff no two links that cut the cycle are asked for more than they
// carry (Okamura & Seymour 1981; the pairs are chords). So
//
//     1 / theta = max over pairs of links e, f of (pairs that e and f separate) / (c_e + c_f)

#include <span>

#include "kernels/permutation.hpp"

namespace lightsweep::kernels {

/// partner[i]: the place on the cycle that place i exchanges with; i itself: none. Link i joins
/// place i and the next one and carries even_links (i even) or odd_links each way [b]; where they
/// differ the cycle has an even number of places. 1 / theta; 0 if nobody exchanges.
/// O(length log length), by a sweep over the end of the arc with the counts of all its beginnings
/// in trees.
double chord_congestion(std::span<const Node> partner, double even_links, double odd_links);

}  // namespace lightsweep::kernels
