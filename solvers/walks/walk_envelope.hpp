#pragma once
// The optimum over all walks through states as schedule costs: the schedules that no other beats in
// start-ups, hops, congestion and reconfigurations at once. Where costs on one topology rise and
// fall together they are few (BRIDGE: 15 for a reduce-scatter on 256 nodes; PCCL: about as many as
// rounds); found once per problem, their least is the optimum at every message, latency and
// delay.

#include <limits>
#include <optional>

#include "solvers/walks/walk_space.hpp"

namespace lightsweep::solvers {

/// Walks extended step by step; of those that end in one state, the dominated are dropped. Among
/// equals the one that changes earlier to a later state stays (of subrings: the lexicographically
/// smallest segments where distances rise). Exponential in the steps at worst: nothing once more
/// than `most` walks are under way.
std::optional<kernels::Envelope> walk_envelope(
    const WalkSpace& space, std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace lightsweep::solvers
