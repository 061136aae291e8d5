#pragma once
// Measure of a step: the cost of one step on one topology, the part of a set of rules that
// schedulers read.
//
// The papers charge the same step on the same circuits differently. Addanki divides its bytes by
// the maximum concurrent flow. PCCL multiplies them by the load of the busiest link of shortest
// paths, BRIDGE by that of one route per pair. The common accounting (rules = common) shares a
// node's lanes, by flow or by paths. A measure is a value: it names the hardware on which steps run
// and makes the function that every schedule and every replay of a problem calls.

#include <cstdint>
#include <optional>

#include "kernels/cost/step_costs.hpp"
#include "kernels/flow/lane_flow.hpp"
#include "solvers/flow/concurrent_flow.hpp"

namespace lightsweep::solvers {

/// The hardware that carries the steps of a problem.
enum class Hardware : std::int8_t {
    base_topology,  ///< a base topology and circuits per step
    switch_planes,  ///< parallel planes without a base (kernels/planes/plane_problem.hpp)
    lanes           ///< equal lanes of every node, on a switch or as wavelengths
};

struct StepMeasure {
    Hardware hardware = Hardware::base_topology;
    /// Makes the function that measures steps on topologies; null on switch planes. ports: ports of
    /// a node, read by routed steps only. options: options of concurrent flows.
    kernels::FlowOracle (*make)(kernels::Node ports, const flow::FlowOptions& options) = nullptr;
    /// True if steps take shortest paths: several peers are allowed only where the transmitters are
    /// known (PCCL).
    bool takes_shortest_paths = false;
    /// How steps share the lanes of a node; empty outside lanes.
    std::optional<kernels::LaneRoute> lane_route{};

    bool on_lanes() const { return hardware == Hardware::lanes; }
    bool on_planes() const { return hardware == Hardware::switch_planes; }
    /// Whether pairs may spread over several routes through the lanes.
    bool splits_over_lanes() const { return lane_route == kernels::LaneRoute::flow; }
    /// Makes the measuring function, which remembers the topologies that it has seen.
    kernels::FlowOracle oracle(kernels::Node ports, const flow::FlowOptions& options = {}) const {
        return make(ports, options);
    }
    bool operator==(const StepMeasure&) const = default;
};

/// The measures of all sets of rules.
namespace measures {

extern const StepMeasure concurrent_flow;  ///< maximum concurrent flow (Addanki 2025, eq. 3)
extern const StepMeasure routed;           ///< one route per pair (BRIDGE, section 3.1)
/// Shortest paths with the load of the busiest link (PCCL, Algorithm 2), by rule for ties.
extern const StepMeasure paths_dor, paths_lex, paths_ecmp;
extern const StepMeasure switch_planes;  ///< circuits of parallel planes (SWOT)
/// A node's lanes, by flow, by paths, and by flow with the hops of the ways that it takes.
extern const StepMeasure lanes_flow, lanes_path, lanes_ways;

}  // namespace measures
}  // namespace lightsweep::solvers
