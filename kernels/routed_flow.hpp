#pragma once
// Hops and congestion where every pair has one route, the accounting of BRIDGE (sections 3.1, 3.7):
// no flow is split, and a step is as slow as the most used link allows.
//
//   ring       a shift by t > 0 goes forward all the way: t links, t pairs on each. Any other
//              permutation takes the shorter direction, forward where both are as long
//   matching   around the circuits that stand: a subring, for Bruck's steps
//
// A union sends on as many ports, each with its own ring: permutation i on the ring (or subring)
// whose links reach i times as far as the first one's. A port has b / ports.

#include "kernels/step_costs.hpp"

namespace lightsweep::kernels {

/// theta is 1 / (pairs on the busiest link) / ports, in b of the node. Throws
/// std::invalid_argument if the topology is neither a ring nor a matching, or a union's standing
/// matching is no shift.
StepFlow routed_flow(const Topology& topology, const Demand& demand, Node ports);

/// The same as a measure of steps.
inline FlowOracle routed_oracle(Node ports) {
    return [ports](const Topology& topology, const Demand& demand) {
        return routed_flow(topology, demand, ports);
    };
}

/// The circuits of a subring of stride `stride` (BRIDGE 3.2): u -> u + stride (mod n). With blocks
/// of `block` > 1 nodes on electrical paths (3.7), a power of two that divides n, only the right
/// end of a block has a circuit, to the left end of the block max(1, stride / block) further on.
Permutation subring(Node n, std::int64_t stride, Node block = 1);

}  // namespace lightsweep::kernels
