#pragma once
// How many links or ports have to be set between the topologies of two steps.

#include "solvers/addanki/state_space.hpp"

namespace lightsweep::solvers::addanki {

/// delay * [ports > 0] + port_delay * ports between {base, matching} of one step and of the next;
/// ports: those whose target has to be set. A node has as many as links on the base, at least one;
/// a matching points all of them at the same peer. O(steps * links).
kernels::StateChanges port_changes(const Structure& structure);

/// Factors on the delay between the bases of a pool and matchings: the new share of the links
/// wanted (Switching::Price::by_links), or the given factors (by_pair).
kernels::StateChanges pool_changes(const Structure& structure);

}  // namespace lightsweep::solvers::addanki
