#include <algorithm>
#include <limits>

#include "kernels/flow/flow_approximation.hpp"
#include "kernels/topologies/hop_distance.hpp"
#include "solvers/flow/concurrent_flow.hpp"
#include "solvers/flow/path_program.hpp"

namespace lightsweep::solvers::flow {

namespace {

/// Programs with more rows (links and pairs) take seconds; then an approximation is preferred if
/// allowed.
constexpr std::size_t small_program = 400;
constexpr double rough = 0.3, fair = 0.1;
constexpr double finest = 1e-12;
/// Budgets: rounds of searches (one per pair), rounds over known paths, rounds of column
/// generation.
constexpr int first_searches = 100, first_rounds = 20000;
constexpr int most_searches = 2000, most_improvements = 200000;
constexpr int most_columns_rounds = 500;

/// Returns the lower value; the upper value is in the pricing.
double close_gap(kernels::PathPricing& pricing, double gap) {
    const auto& problem = pricing.problem();
    const bool small = problem.pairs.size() + problem.capacity.size() <= small_program;
    kernels::FlowApproximation approximation(pricing);
    // For gaps below one percent the approximation takes longer than the program over paths.
    constexpr double worth_approximating = 0.01;
    if (gap >= worth_approximating && !small) {
        if (approximation.improve(gap, most_searches, most_improvements))
            return approximation.low();
    } else {
        approximation.improve(std::max(gap, small ? rough : fair), first_searches, first_rounds);
    }
    return solve_by_paths(pricing, approximation.low(), std::max(gap, finest), most_columns_rounds);
}

}  // namespace

CertifiedFlow general_flow(const kernels::Topology& topology, const kernels::Demand& demand,
                           const FlowOptions& options) {
    const kernels::FlowProblem problem(topology, demand);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (problem.pairs.empty()) return {infinity, infinity, 0};
    if (problem.unit == 0) return {0, 0, -1};
    kernels::PathPricing pricing(problem);
    const double low = close_gap(pricing, options.gap);
    return {low * problem.unit, pricing.high() * problem.unit,
            kernels::longest_shortest_path(topology, demand)};
}

}  // namespace lightsweep::solvers::flow
