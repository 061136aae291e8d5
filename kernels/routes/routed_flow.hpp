#pragma once
// Hops and congestion where every pair has one route: the accounting of BRIDGE (sections 3.1, 3.7).
// No flow is split, and a step is as slow as its most used link.
//
//   ring       a shift by t > 0 goes forward: t links, t pairs on each. Any other permutation takes
//              the shorter direction, and forward where both are equally long
//   matching   along the circuits that are set up: a subring, for Bruck's steps
//
// A union uses one port per permutation, each with its own ring: the links of the ring (or subring)
// of permutation i reach i times as far as those of the first. A port has b / ports.

#include "kernels/cost/step_costs.hpp"

namespace lightsweep::kernels {

/// The ring of one of several ports, counted from 0. Throws std::invalid_argument unless the
/// topology is a ring or one of subrings without blocks.
Permutation ring_of_port(const Topology& topology, std::size_t port);

/// theta is 1 / (pairs on the busiest link) / ports, in units of the node's b. Throws
/// std::invalid_argument if the topology is neither a ring nor a matching, or if the standing
/// matching of a union is not a shift.
StepFlow routed_flow(const Topology& topology, const Demand& demand, Node ports);

/// routed_flow() as a measure of steps.
inline FlowOracle routed_oracle(Node ports) {
    return [ports](const Topology& topology, const Demand& demand) {
        return routed_flow(topology, demand, ports);
    };
}

/// Circuits of a subring of stride `stride` (BRIDGE 3.2): u -> u + stride (mod n). With blocks of
/// `block` > 1 nodes on electrical paths (3.7; `block` is a power of two that divides n), only the
/// right end of a block has a circuit. It leads to the left end of the block max(1, stride / block)
/// further on.
Permutation subring(Node n, std::int64_t stride, Node block = 1);

}  // namespace lightsweep::kernels
