#pragma once
// The method wdm-multicast: all-gathers on a WDM ring whose nodes tap the light that passes them.
//
// This is other hardware than OpTree's: a passed node takes some of a lightpath's light and lets
// the rest go on, so that one transmitter reaches all passed nodes. The bound of unicast lightpaths
// does not hold here, but multicast_lower_bound does (kernels/wdm/broadcast_bound.hpp). The closed
// form of kernels/wdm/one_stage_colours.hpp meets it for all N, w and items: every node launches
// each item once per direction and relays nothing. Of the two forms of arcs, the one with shorter
// arcs is taken if it costs no step. Check by hand: one item and w wavelengths take ceil((N-1) /
// (2w)) steps.

#include "solvers/optree/gather_construction.hpp"

namespace lightsweep::solvers::optree {

/// The construction; not possible where task.longest rules it out.
GatherConstruction plan_multicast(const RingTask& task);

}  // namespace lightsweep::solvers::optree
