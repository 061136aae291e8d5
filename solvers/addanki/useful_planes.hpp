#pragma once
// Every schedule over {base, matching} that is optimal for some parameters, as cost planes.
//
// For fixed R the least of per_hop * P + (m / b) * X over schedules with R reconfigurations is a
// concave piecewise linear function of the ratio between the two weights. It is found exactly by
// recursion: solve at both ends (count DP), intersect the two planes found, solve there, stop when
// nothing is below the intersection. Every plane is met at the price of about two count DPs, each
// of which serves all R at once.

#include <functional>
#include <optional>

#include "kernels/plane_minimum.hpp"
#include "kernels/step_costs.hpp"

namespace lightsweep::solvers::addanki {

/// A family of schedules to be searched for its non-dominated planes.
struct PlaneSearch {
    std::size_t n_steps;
    double volume;
    double scale;  ///< of congestion against hops: makes both about equal
    int bits;      ///< of a step's decision
    /// Per number of reconfigurations 0..n_steps, a schedule that is least at weights (1 - t) on
    /// hops and t * scale on congestion; infinite congestion where there is none.
    std::function<std::vector<kernels::CostPlane>(double t)> least;
    std::size_t most_calls;  ///< of `least`, before the search gives up
};

/// The non-dominated planes; nothing if the search gave up.
std::optional<kernels::PlaneTable> useful_planes(const PlaneSearch& search);

/// hops / congestion, or 1 where one of them is 0.
double balancing_scale(double hops, double congestion);

/// Longest step list whose planes are listed; beyond it the O(s) program runs at every point.
inline constexpr std::size_t most_listed_steps = 128;

/// The non-dominated planes. Empty only if no schedule exists. O(pieces * s^2).
kernels::PlaneTable useful_planes(const kernels::StepCosts& costs);

}  // namespace lightsweep::solvers::addanki
