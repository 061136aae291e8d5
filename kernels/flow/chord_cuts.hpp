#pragma once
// Congestion of pairwise exchanges around a cycle: the reciprocal of the largest share that all of
// them can have at once.
//
// Take a cycle whose links have the same capacity both ways, and a demand in which every pair
// exchanges equal amounts. The demand can be met iff no two links that cut the cycle are asked for
// more than they carry (Okamura & Seymour 1981; the pairs are chords). So
//
//     1 / theta = max over pairs of links e, f of (pairs that e and f separate) / (c_e + c_f)

#include <span>

#include "kernels/permutations/permutation.hpp"

namespace lightsweep::kernels {

/// Returns 1 / theta; 0 if no node exchanges. partner[i]: the place on the cycle that place i
/// exchanges with; i itself means none. Link i joins place i and the next one; it carries
/// even_links (i even) or odd_links each way [b]. If the two differ, the cycle must have an even
/// number of places. O(length log length): a sweep over the end of the arc, with the counts of all
/// its beginnings in trees.
///
/// Check by hand: a single exchange on unit links has 1 / theta = 1/2, because it can use both ways
/// round.
double chord_congestion(std::span<const Node> partner, double even_links, double odd_links);

}  // namespace lightsweep::kernels
