#pragma once
// How long a flow takes to compute: enough to order tasks and to tell people how long they wait.

#include <string_view>

#include "kernels/topology.hpp"

namespace lightsweep::sweeps {

/// What solvers/flow does on a topology: closed forms, programs shrunk by symmetry, or any graph's.
enum class FlowEffort { closed_form, coordinates, circulant_shifts, symmetric, any_graph };

FlowEffort effort_of(kernels::Topology::Kind kind);
/// By the name of a sweep file, where there is no topology yet.
FlowEffort effort_of(std::string_view topology_name);

struct FlowTask {
    FlowEffort effort;
    double nodes, links_per_node;
    double gap;  ///< 0: exact
};

/// Seconds of one core for one permutation.
double flow_seconds(const FlowTask& task);

}  // namespace lightsweep::sweeps
