#include "solvers/flow/concurrent_flow.hpp"

#include <algorithm>
#include <stdexcept>

namespace lightsweep::solvers::flow {

namespace {

using kernels::StepFlow;
using kernels::Topology;

/// Rounding may put the bound an ulp below the flow that it bounds.
StepFlow bracket(const CertifiedFlow& value) {
    return {value.theta_low, value.hops, std::max(value.theta_low, value.theta_high)};
}

}  // namespace

struct FlowSolver::Shared {};

FlowSolver::FlowSolver(Topology topology, FlowOptions options)
    : topology_(std::move(topology)), options_(options), shared_(std::make_shared<Shared>()) {
    if (!(options.gap >= 0 && options.gap < 1))
        throw std::invalid_argument("flow gap = " + std::to_string(options.gap) +
                                    ": must be in [0, 1), e.g. 0.01; 0 is exact");
}

StepFlow FlowSolver::solve(const kernels::Permutation& p) const {
    switch (topology_.kind()) {
        case Topology::Kind::ring_uni:
            return kernels::ring_uni_flow(p, topology_.link_capacity());
        case Topology::Kind::ring:
            if (const auto closed = kernels::ring_flow(p, topology_.link_capacity()))
                return *closed;
            return bracket(ring_program(p, topology_.link_capacity()));
        case Topology::Kind::matching:
            if (topology_.permutation() == p) return {1.0, 1};
            [[fallthrough]];
        default:
            return bracket(link_program(topology_, p));
    }
}

StepFlow FlowSolver::operator()(const kernels::Permutation& p) const {
    if (p.is_identity()) return {};
    const StepFlow flow = solve(p);
    if (options_.gap == 0 && !flow.is_exact())
        throw std::runtime_error("concurrent flow on " + topology_.describe() + ": certificates " +
                                 std::to_string(flow.theta) + " and " +
                                 std::to_string(flow.theta_high) +
                                 " are further apart than 1e-9; use capacities of similar size");
    return flow;
}

StepFlow concurrent_flow(const Topology& topology, const kernels::Permutation& p) {
    return FlowSolver(topology)(p);
}

}  // namespace lightsweep::solvers::flow
