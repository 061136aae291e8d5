#pragma once
// Walks where each pair of topologies has its own price of change: by the links or ports that
// change, or by given factors.

#include "kernels/envelopes/layered_walk.hpp"
#include "solvers/addanki/state_space.hpp"

namespace lightsweep::solvers::addanki {

/// Prices delay * [ports > 0] + port_delay * ports, between {base, matching} of one step and of the
/// next; `ports` are those whose target has to be set. A node has as many ports as links on the
/// base, at least one, and a matching points all of them at the same peer. O(steps * links).
kernels::PairWalk port_walk(const UniformWalks& walks);

/// Factors on the delay between the bases of a pool and matchings: the share of wanted links that
/// are new (Switching::Price::by_links), or the given factors (by_pair).
kernels::PairWalk pool_walk(const UniformWalks& walks);

}  // namespace lightsweep::solvers::addanki
