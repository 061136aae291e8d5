#pragma once
// The joint optimum over segments as cost planes: BRIDGE's schedules that no other beats in hops,
// congestion and reconfigurations at once. They are few (15 for 256 nodes, spec of the triples in
// BRIDGE 3.4), found once per structure, and their least is the optimum at every message, latency
// and delay. Unlike the paper's recipe this holds for any volumes, any n, blocks, and sequences.

#include "solvers/bridge/subring_space.hpp"

namespace lightsweep::solvers::bridge {

/// Walks through the states, extended step by step; of those that end alike, the dominated are
/// dropped. Among equals the one that changes earlier stays (the lexicographically smallest
/// segments where distances rise).
kernels::PlaneTable joint_schedules(const SubringSpace& space);

}  // namespace lightsweep::solvers::bridge
