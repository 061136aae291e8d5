#pragma once
// Circuits that form cycles with links in both directions: an offset and its opposite, or two
// exchanges in turn. Every node lies on exactly one cycle.

#include <optional>
#include <vector>

#include "kernels/flow/step_flow.hpp"
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

/// Upper bound of theta for a demand that stays on its cycles: on every cycle, the summed capacity
/// of the links over the summed distances of the pairs.
double distance_bound(const TwoWayCycles& cycles, const Permutation& demand);

}  // namespace lightsweep::kernels
