#pragma once
// The walks that are best somewhere, found by asking: where a list of all walks that no other beats
// would be long (all-to-alls of hundreds of steps), few of them are ever the least.
//
// The least of the walks found so far is a lower envelope over (message time, delay), both in units
// of the latency per hop (kernels/envelopes/region_boundaries.hpp). It lies nowhere below the
// optimum, and both are concave, so that they are equal everywhere as soon as they are equal at the
// envelope's vertices. At every vertex the recurrence of uniform_sweep.hpp is run; a walk that is
// better there is added, and cuts the vertex off. Ends when no vertex is left: O(walks found)
// recurrences.

#include <optional>

#include "solvers/walks/uniform_sweep.hpp"

namespace lightsweep::solvers {

/// Nothing once more than `most` recurrences were run, or if there is no walk.
std::optional<kernels::Envelope> supported_schedules(const UniformSweep& sweep, std::size_t most);

}  // namespace lightsweep::solvers
