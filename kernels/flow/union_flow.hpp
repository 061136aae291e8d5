#pragma once
// Maximum concurrent flow of a standing matching and of a union of permutations, where a closed
// form is proven. The demand of a union is the sum: every pair of every permutation gets theta at
// the same time.

#include <optional>

#include "kernels/flow/step_flow.hpp"
#include "kernels/permutations/demand.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

// Concurrent flow on the circuits of a matching that was set up for an earlier step. Every node has
// at most one link out and one in, so the graph is a union of cycles and paths, each pair has at
// most one route, and theta = 1 / (pairs on the busiest link). Limit case: the step's own matching
// has theta = 1.

/// Exact flow of `demand` over circuits of rate b from j to standing(j); both must have the same
/// nodes. O(log n) for two shifts, O(1) for an exclusive-or on another one or on a shift by +-2^a,
/// O(n) otherwise.
StepFlow matching_flow(const Permutation& standing, const Permutation& demand);

/// The same of a union. O(n permutations).
StepFlow matching_union_flow(const Permutation& standing, const Demand& demand);

/// Directed ring with link capacity c [b]: one path per pair, so theta = c / (largest link load). A
/// union of shifts t_i has c / (sum of t_i). O(permutations) for shifts, O(n permutations)
/// otherwise.
StepFlow ring_uni_union_flow(const Demand& demand, double capacity);

/// Bidirectional ring with link capacity c [b] each way and a union of shifts t_i; nothing for any
/// other union. Averaging an optimal flow over all rotations leaves an optimal flow, so every pair
/// of shift i sends the same fraction x_i clockwise. The loads are theta * sum of x_i t_i and theta
/// * sum of (1 - x_i)(n - t_i). Minimising the larger one is a fractional knapsack: shifts turn
/// clockwise in the order of t_i until both loads are equal. O(permutations log permutations).
std::optional<StepFlow> ring_union_flow(const Demand& demand, double capacity);

/// Any topology where every pair has a link of its own. theta is at least the smallest (capacity /
/// transfers) over the pairs, and at most (sum of capacities) / (transfers), because each transfer
/// takes a link or more. Where both agree, as on circuits made for this demand, the result is
/// theta; otherwise nothing.
std::optional<StepFlow> direct_flow(const Topology& topology, const Demand& demand);

}  // namespace lightsweep::kernels
