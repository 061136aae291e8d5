#pragma once
// Maximum concurrent flow of a union of permutations, where a closed form is proven. The demand is
// their sum: every pair of every permutation gets theta at the same time.

#include <optional>

#include "kernels/demand.hpp"
#include "kernels/step_flow.hpp"
#include "kernels/topology.hpp"

namespace lightsweep::kernels {

/// Directed ring, link capacity c [b]: one path per pair, so theta = c / (largest link load). A
/// union of shifts t_i: c / (sum of t_i). O(permutations) for shifts, O(n permutations) otherwise.
StepFlow ring_uni_union_flow(const Demand& demand, double capacity);

/// Bidirectional ring, link capacity c [b] each way, union of shifts t_i; nothing for any other.
/// Averaging an optimal flow over all rotations leaves an optimal flow, so every pair of shift i
/// sends the same fraction x_i clockwise: the loads are theta * sum of x_i t_i and theta * sum of
/// (1 - x_i)(n - t_i), and minimising the larger is a fractional knapsack: shifts turn clockwise in
/// the order of t_i until both are equal. O(permutations log permutations).
std::optional<StepFlow> ring_union_flow(const Demand& demand, double capacity);

/// Any topology where every pair has a link of its own: theta is at least the least (capacity /
/// transfers) over the pairs, at most (sum of capacities) / (transfers), because each takes a link
/// or more. Where both agree, as on circuits made for this demand, that is theta; else nothing.
std::optional<StepFlow> direct_flow(const Topology& topology, const Demand& demand);

}  // namespace lightsweep::kernels
