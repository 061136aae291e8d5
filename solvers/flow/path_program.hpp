#pragma once
// Exact maximum concurrent flow on any graph, by column generation over paths.
//
//   maximise theta   subject to  sum over a pair's paths of f - theta >= 0   for every pair,
//                                sum over paths over a link of f <= c       for every link
//
// Path flows are balanced by construction, so the solver's answer need not be trusted: flows are
// reduced until no link is overloaded, and the amount that the worst pair then gets is proven. The
// rows' multipliers are link weights, whose bound is proven as well. A pair whose shortest path
// under these weights is shorter than its own multiplier gains that path. Multipliers jump between
// rounds, so paths are searched under the mean of the multipliers and the best weights so far, and
// under the multipliers.

#include <vector>

#include "kernels/flow/path_pricing.hpp"

namespace lightsweep::solvers::flow {

/// Adds paths to the pricing's pool until (high - low) / high <= gap, for at most `rounds` rounds
/// of searches, starting from the paths that are there and, if given, from flows on them that
/// overload no link. Returns the proven lower value in units of the problem, at least `low`; the
/// upper value is pricing.high().
double solve_by_paths(kernels::PathPricing& pricing, double low, double gap, int rounds,
                      const std::vector<double>& start = {});

/// Flows on the paths of the pool, by path, that overload no link and give every pair at least
/// `wanted`, in units of the problem; the best flows found if that takes more rounds.
std::vector<double> flows_by_paths(kernels::PathPricing& pricing, double wanted, int rounds);

/// Links from the sender on, and what flows over them.
struct PathFlow {
    std::vector<kernels::Link> links;
    double flow;
};

/// Those flows by pair, without paths that carry nothing, for at most 500 rounds. The problem must
/// have no classes of several links.
std::vector<std::vector<PathFlow>> paths_of_flow(const kernels::FlowProblem& problem,
                                                 double wanted);

}  // namespace lightsweep::solvers::flow
