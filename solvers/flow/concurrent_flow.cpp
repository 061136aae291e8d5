#include "solvers/flow/concurrent_flow.hpp"

#include <algorithm>
#include <iomanip>
#include <limits>
#include <mutex>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "kernels/flow/circulant_batch.hpp"
#include "kernels/flow/path_pricing.hpp"
#include "kernels/flow/union_flow.hpp"
#include "kernels/topologies/hop_distance.hpp"
#include "solvers/flow/path_program.hpp"
#include "solvers/flow/saddle_flow.hpp"

namespace lightsweep::solvers::flow {

namespace {

using kernels::Demand;
using kernels::Node;
using kernels::Permutation;
using kernels::StepFlow;
using kernels::Topology;

/// Up to this size all shifts of a circulant are solved at once.
constexpr Node largest_table = 4096;

/// Because of rounding, the bound may be an ulp below the flow.
StepFlow bracket(const CertifiedFlow& value) {
    return {value.theta_low, value.hops, std::max(value.theta_low, value.theta_high)};
}

StepFlow bidirectional_ring(const Permutation& p, double capacity) {
    if (const auto closed = kernels::ring_flow(p, capacity)) return *closed;
    return bracket(ring_program(p, capacity));
}

/// The flow dimension by dimension, if the permutation acts so.
std::optional<StepFlow> lattice_flow(const Topology& topology, const Permutation& p) {
    const auto factors = kernels::coordinate_factors(topology.dims(), p);
    if (!factors) return std::nullopt;
    const double capacity = topology.link_capacity();
    StepFlow flow;
    for (const auto& factor : *factors) {
        if (factor.is_identity()) continue;
        flow = kernels::product_of(flow, topology.kind() == Topology::Kind::torus
                                             ? bidirectional_ring(factor, capacity)
                                             : kernels::line_flow(factor, capacity));
    }
    return flow;
}

std::optional<StepFlow> closed_form(const Topology& topology, const Permutation& p) {
    switch (topology.kind()) {
        case Topology::Kind::ring_uni:
            return kernels::ring_uni_flow(p, topology.link_capacity());
        case Topology::Kind::ring:
            return bidirectional_ring(p, topology.link_capacity());
        case Topology::Kind::torus:
        case Topology::Kind::grid:
            return lattice_flow(topology, p);
        case Topology::Kind::hypercube:
            return kernels::hypercube_flow(p, topology.link_capacity());
        case Topology::Kind::matching:
            return kernels::matching_flow(topology.permutation(), p);
        default:
            return std::nullopt;
    }
}

std::optional<StepFlow> union_form(const Topology& topology, const Demand& demand) {
    if (topology.kind() == Topology::Kind::ring_uni)
        return kernels::ring_uni_union_flow(demand, topology.link_capacity());
    if (topology.kind() == Topology::Kind::ring)
        return kernels::ring_union_flow(demand, topology.link_capacity());
    if (topology.kind() == Topology::Kind::matching)
        return kernels::matching_union_flow(topology.permutation(), demand);
    return kernels::direct_flow(topology, demand);
}

StepFlow one_shift(const Topology& topology, Node t) {
    return kernels::circulant_flows(topology, std::span(&t, 1))[0];
}

StepFlow require_exact(const Topology& topology, const StepFlow& flow) {
    if (flow.is_exact()) return flow;
    std::ostringstream message;
    message << std::setprecision(12) << "concurrent flow on " << topology.describe() << ": between "
            << flow.theta << " and " << flow.theta_high
            << " when the budget was used up; allow a gap";
    throw std::runtime_error(message.str());
}

/// Programs with more rows (links and pairs) take seconds; then an approximation is preferred if
/// allowed.
constexpr std::size_t small_program = 400;
/// Gap at which the approximation hands over to the saddle point.
constexpr double rough = 0.25, fair = 0.2;
constexpr double finest = 1e-12;
/// Budgets: rounds of searches (one per pair), rounds over known paths, rounds of column
/// generation.
constexpr int first_searches = 100, first_rounds = 20000;
constexpr int most_searches = 2000, most_improvements = 200000;
constexpr int most_columns_rounds = 500;

/// A pivot takes a time that grows with the square of the rows, a step one that grows with the
/// rows.
int saddle_steps(std::size_t rows) {
    return static_cast<int>(std::clamp(rows * rows / 640, rows, 2 * rows));
}

/// Returns the lower value; the upper value is in the pricing.
double close_gap(kernels::PathPricing& pricing, double gap) {
    const auto& problem = pricing.problem();
    const std::size_t rows = problem.pairs.size() + problem.capacity.size();
    const bool small = rows <= small_program;
    kernels::FlowApproximation approximation(pricing);
    // For gaps below one percent the approximation takes longer than the program over paths.
    constexpr double worth_approximating = 0.01;
    if (gap >= worth_approximating && !small) {
        if (approximation.improve(gap, most_searches, most_improvements))
            return approximation.low();
    } else {
        approximation.improve(std::max(gap, small ? rough : fair), first_searches, first_rounds);
    }
    const double low = approximation.low();
    if (low >= pricing.high() * (1 - std::max(gap, finest))) return low;
    SaddleFlow saddle(pricing, approximation.flows(), low);
    saddle.run(saddle_steps(rows));
    return solve_by_paths(pricing, low, std::max(gap, finest), most_columns_rounds, saddle.flows());
}

}  // namespace

struct FlowSolver::Shared {
    std::once_flag shifts_once;
    std::vector<StepFlow> shifts;  ///< flows of all shifts of a circulant

    StepFlow shift(const Topology& topology, Node t) {
        if (topology.size() > largest_table) return one_shift(topology, t);
        std::call_once(shifts_once, [&] {
            std::vector<Node> all(static_cast<std::size_t>(topology.size()));
            std::iota(all.begin(), all.end(), 0);
            shifts = kernels::circulant_flows(topology, all);
        });
        return shifts[t];
    }
};

FlowSolver::FlowSolver(Topology topology, FlowOptions options)
    : topology_(std::move(topology)), options_(options), shared_(std::make_shared<Shared>()) {
    if (!(options.gap >= 0 && options.gap < 1))
        throw std::invalid_argument("flow gap = " + std::to_string(options.gap) +
                                    ": must be in [0, 1), e.g. 0.01; 0 is exact");
}

StepFlow FlowSolver::operator()(const Demand& demand) const {
    if (demand.is_idle()) return {};
    if (const Permutation* only = demand.single()) return one(*only);
    if (const auto closed = union_form(topology_, demand)) return require_exact(topology_, *closed);
    const StepFlow flow = bracket(general_flow(topology_, demand, options_));
    return options_.gap > 0 ? flow : require_exact(topology_, flow);
}

StepFlow FlowSolver::one(const Permutation& p) const {
    if (const auto closed = closed_form(topology_, p)) return require_exact(topology_, *closed);
    if (const auto t = p.as_shift(); t && topology_.kind() == Topology::Kind::circulant)
        if (const auto flow = shared_->shift(topology_, *t); flow.is_exact()) return flow;
    const StepFlow flow = bracket(general_flow(topology_, p, options_));
    return options_.gap > 0 ? flow : require_exact(topology_, flow);
}

StepFlow concurrent_flow(const Topology& topology, const Demand& demand) {
    if (demand.is_idle()) return {};
    const Permutation* only = demand.single();
    if (!only) return FlowSolver(topology)(demand);
    const Permutation& p = *only;
    if (const auto closed = closed_form(topology, p)) return require_exact(topology, *closed);
    if (const auto t = p.as_shift(); t && topology.kind() == Topology::Kind::circulant)
        if (const auto flow = one_shift(topology, *t); flow.is_exact()) return flow;
    return require_exact(topology, bracket(general_flow(topology, p, {})));
}

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
