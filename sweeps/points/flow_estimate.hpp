#pragma once
// Estimates of the time that a flow takes: enough to order tasks and to tell users how long they
// wait.

#include <string_view>

#include "kernels/topologies/topology.hpp"

namespace lightsweep::sweeps {

/// The method of solvers/flow on a topology: closed forms, programs reduced by symmetry, or a
/// program for any graph.
enum class FlowEffort { closed_form, coordinates, circulant_shifts, symmetric, any_graph };

FlowEffort effort_of(kernels::Topology::Kind kind);
/// The method by the topology's name in a sweep file, before a topology exists.
FlowEffort effort_of(std::string_view topology_name);

struct FlowTask {
    FlowEffort effort;
    double nodes, links_per_node;
    double gap;  ///< 0: exact
};

/// Estimated seconds of one core for one permutation.
double flow_seconds(const FlowTask& task);

}  // namespace lightsweep::sweeps
