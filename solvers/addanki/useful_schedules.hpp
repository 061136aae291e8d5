#pragma once
// Lists every schedule over {base, matching} that is optimal for some parameters, as schedule
// costs.
//
// For a fixed number R of reconfigurations, the minimum of per_hop * P + (m / b) * X over the
// schedules is a concave piecewise linear function of the ratio of the two weights. Recursion finds
// it exactly: solve at both ends (count DP), intersect the two schedule costs found, solve at the
// intersection, and stop if nothing lies below it. Every schedule costs about two count DPs, and
// each count DP serves all R at once. Limit case: one step gives two schedules, base and matching.

#include <functional>
#include <optional>

#include "kernels/cost/step_costs.hpp"
#include "kernels/envelopes/envelope.hpp"

namespace lightsweep::solvers::addanki {

/// A family of schedules, to be searched for its non-dominated schedule costs.
struct PlaneSearch {
    std::size_t n_steps;
    double volume;
    double scale;  ///< weight of congestion against hops that makes both about equal
    int bits;      ///< bits of a step's decision
    /// For every number of reconfigurations 0..n_steps, a schedule that is cheapest under the
    /// weights (1 - t) on hops and t * scale on congestion; its congestion is infinite if no
    /// schedule exists.
    std::function<std::vector<kernels::ListedSchedule>(double t)> least;
    std::size_t most_calls;  ///< calls of `least` before the search gives up
};

/// The non-dominated schedule costs; nothing if the search gave up.
std::optional<kernels::Envelope> useful_schedules(const PlaneSearch& search);

/// The ratio hops / congestion, or 1 if one of the two is 0.
double balancing_scale(double hops, double congestion);

/// Longest step list whose schedules are listed; for longer ones the O(s) program runs at every
/// point.
inline constexpr std::size_t most_listed_steps = 128;

/// The non-dominated schedule costs; empty only if no schedule exists. O(pieces * s^2).
kernels::Envelope useful_schedules(const kernels::StepCosts& costs);

}  // namespace lightsweep::solvers::addanki
