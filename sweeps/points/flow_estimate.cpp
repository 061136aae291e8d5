#include "sweeps/points/flow_estimate.hpp"

#include <algorithm>
#include <cmath>

namespace lightsweep::sweeps {

FlowEffort effort_of(kernels::Topology::Kind kind) {
    using Kind = kernels::Topology::Kind;
    switch (kind) {
        case Kind::ring_uni:
        case Kind::ring:
        case Kind::matching:
            return FlowEffort::closed_form;
        case Kind::hypercube:
            return FlowEffort::coordinates;
        case Kind::circulant:
        case Kind::torus:
            return FlowEffort::symmetric;
        default:
            return FlowEffort::any_graph;
    }
}

FlowEffort effort_of(std::string_view name) {
    using Kind = kernels::Topology::Kind;
    if (name.starts_with("ring")) return effort_of(Kind::ring);
    if (name == "hypercube") return effort_of(Kind::hypercube);
    if (name == "circulant") return effort_of(Kind::circulant);
    return effort_of(name.starts_with("torus") ? Kind::torus : Kind::edges);
}

// Measured (tests/bench/flow_bench.cpp) at 64 nodes of degree 4. Programs grow with the cube of the
// number of nodes, and linearly with the links.
double flow_seconds(const FlowTask& task) {
    const double scale = task.nodes / 64;
    switch (task.effort) {
        case FlowEffort::closed_form:
            return 1e-7;
        case FlowEffort::coordinates:
            return 1e-6;
        case FlowEffort::circulant_shifts:
            return 1e-5 * std::max(1.0, task.nodes / 1024);
        case FlowEffort::symmetric:
            return 1e-3 * std::pow(scale, 1.5);
        case FlowEffort::any_graph:
            break;
    }
    const double exact = 0.03 * std::pow(scale, 3) * task.links_per_node / 4;
    return task.gap > 0 ? exact / 10 : exact;
}

}  // namespace lightsweep::sweeps
