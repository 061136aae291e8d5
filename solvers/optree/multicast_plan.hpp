#pragma once
// wdm-multicast: all-gathers on a WDM ring whose nodes tap the light that passes them.
//
// This is other hardware than OpTree's: a node passed takes some of a lightpath's light and lets
// the rest go on, so that one transmitter reaches all of them. The bound of unicast lightpaths does
// not hold; multicast_lower_bound does (kernels/broadcast_bound.hpp), and the closed form of
// kernels/multicast_arcs.hpp meets it for all N, w and items: every node launches each item once
// per direction and relays nothing. Of the two forms of arcs that with the shorter ones is taken
// where it costs no step.

#include "solvers/optree/gather_plan.hpp"

namespace lightsweep::solvers::optree {

/// The plan; not possible where task.longest rules it out.
GatherPlan plan_multicast(const RingTask& task);

}  // namespace lightsweep::solvers::optree
