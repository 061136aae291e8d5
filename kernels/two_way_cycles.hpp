#pragma once
// Circuits that form cycles with links both ways: one offset and its opposite, or two exchanges in
// turn. Every node lies on exactly one cycle.

#include <optional>
#include <vector>

#include "kernels/step_flow.hpp"
#include "kernels/topology.hpp"

namespace lightsweep::kernels {

struct TwoWayCycles {
    std::vector<std::vector<Node>> cycles;  ///< nodes in order; link i joins place i and the next
    double even_links = 0, odd_links = 0;   ///< capacity of link i each way, by i mod 2 [b]
};

/// Of a topology of two sets of lanes: equally many on +g and on -g, or exchanges of all nodes.
std::optional<TwoWayCycles> two_way_cycles(const Topology& lanes);

/// Concurrent flow of a demand in which everybody exchanges with somebody on its own cycle; nothing
/// for other demands but those that leave their cycles, which are unreachable.
std::optional<StepFlow> exchange_flow(const TwoWayCycles& cycles, const Permutation& demand);

/// Every pair goes the shorter way around, of two forward; any demand.
StepFlow shorter_way_flow(const TwoWayCycles& cycles, const Permutation& demand);

/// What no flow of a demand that stays on its cycles exceeds: on every cycle, the links' capacity
/// over the pairs' distances.
double distance_bound(const TwoWayCycles& cycles, const Permutation& demand);

}  // namespace lightsweep::kernels
