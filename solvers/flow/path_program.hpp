#pragma once
// Exact maximum concurrent flow on any graph: column generation over paths.
//
//   maximise theta   subject to  sum over a pair's paths of f - theta >= 0   for every pair,
//                                sum over paths over a link of f <= c       for every link
//
// Path flows keep their balance by construction, so that nothing a solver returns has to be
// believed: flows are cut down until no link is overloaded, and what the worst pair then gets is
// proven. The rows' multipliers are link weights, whose bound is proven as well; a pair whose
// shortest path under them is shorter than its own multiplier gains that path. Multipliers jump
// about between rounds, so the paths are sought under their mean with the best weights so far.

#include <vector>

#include "kernels/path_pricing.hpp"

namespace lightsweep::solvers::flow {

/// Adds paths to the pricing's pool until (high - low) / high <= gap, for at most `rounds` rounds
/// of searches, starting from the paths that are there. Returns the proven lower value, in units of
/// the problem, at least `low`; the upper one is pricing.high().
double solve_by_paths(kernels::PathPricing& pricing, double low, double gap, int rounds);

/// Flows on the paths of the pricing's pool, by path, that overload no link and bring every pair at
/// least `wanted`, in units of the problem; the best that was found if that takes more rounds.
std::vector<double> flows_by_paths(kernels::PathPricing& pricing, double wanted, int rounds);

}  // namespace lightsweep::solvers::flow
