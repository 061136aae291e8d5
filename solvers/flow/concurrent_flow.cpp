#include "solvers/flow/concurrent_flow.hpp"

#include <stdexcept>

namespace lightsweep::solvers::flow {

namespace {

using kernels::StepFlow;
using kernels::Topology;

StepFlow certified(const CertifiedFlow& value, const Topology& topology) {
    if (value.hops <= 0) return {value.theta_low, value.hops};
    if (value.theta_high - value.theta_low > 1e-9 * value.theta_high)
        throw std::runtime_error("concurrent flow on " + topology.describe() + ": certificates " +
                                 std::to_string(value.theta_low) + " and " +
                                 std::to_string(value.theta_high) +
                                 " are further apart than 1e-9; use capacities of similar size");
    return {value.theta_low, value.hops};
}

}  // namespace

StepFlow concurrent_flow(const Topology& topology, const kernels::Permutation& p) {
    if (p.is_identity()) return {};
    switch (topology.kind()) {
        case Topology::Kind::ring_uni:
            return kernels::ring_uni_flow(p, topology.link_capacity());
        case Topology::Kind::ring:
            if (const auto closed = kernels::ring_flow(p, topology.link_capacity())) return *closed;
            return certified(ring_program(p, topology.link_capacity()), topology);
        case Topology::Kind::matching:
            if (topology.permutation() == p) return {1.0, 1};
            [[fallthrough]];
        case Topology::Kind::edges:
            return certified(link_program(topology, p), topology);
    }
    return {};
}

}  // namespace lightsweep::solvers::flow
