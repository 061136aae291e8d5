#pragma once
// Circuits that form cycles with links in both directions: an offset and its opposite, or two
// exchanges in turn. Every node lies on exactly one cycle.

#include <optional>
#include <span>
#include <vector>

#include "kernels/flow/step_flow.hpp"
#include "kernels/permutations/permutation.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

struct TwoWayCycles {
    /// Nodes in order; link i joins place i and the next place.
    std::vector<std::vector<Node>> cycles;
    double even_links = 0, odd_links = 0;  ///< capacity of link i each way, by i mod 2 [b]
};

/// The cycles of a topology with two sets of lanes: equally many on +g and on -g, or two exchanges
/// of all nodes. Nothing for any other topology.
std::optional<TwoWayCycles> two_way_cycles(const Topology& lanes);

/// Concurrent flow of a demand in which every node exchanges with a node on its own cycle. A demand
/// that leaves its cycles is unreachable; for any other demand the result is nothing.
std::optional<StepFlow> exchange_flow(const TwoWayCycles& cycles, const Permutation& demand);

/// Flow in which every pair goes the shorter way round, and forward where both ways are equal.
/// Works for any demand.
StepFlow shorter_way_flow(const TwoWayCycles& cycles, const Permutation& demand);

/// Whether no flow beats that of the shorter ways, for a demand of exchanges. A cut of two links
/// separates at most the pairs that load one of them, and exactly these if no pair loads both. So
/// two links of the largest load, as far apart as the longest way, prove it: one pass instead of
/// the sweep of chord_congestion. False says nothing. Asked only where all links are alike.
bool shorter_ways_are_best(const TwoWayCycles& cycles, const Permutation& demand,
                           const StepFlow& shorter);

/// Upper bound of theta for a demand that stays on its cycles: on every cycle, the summed capacity
/// of the links over the summed distances of the pairs.
double distance_bound(const TwoWayCycles& cycles, const Permutation& demand);

// Congestion of pairwise exchanges around a cycle: the reciprocal of the largest share that all of
// them can have at once.
//
// Take a cycle whose links have the same capacity both ways, and a demand in which every pair
// exchanges equal amounts. The demand can be met iff no two links that cut the cycle are asked for
// more than they carry (Okamura & Seymour 1981; the pairs are chords). So
//
//     1 / theta = max over pairs of links e, f of (pairs that e and f separate) / (c_e + c_f)

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
