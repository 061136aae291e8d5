#pragma once
// Reads execution plan files (lightsweep/plan/v1) of any writer. Every fault has its place; whether
// the plan is sound is for others to say.

#include "kernels/execution/execution_plan.hpp"
#include "kernels/topologies/topology.hpp"
#include "sweeps/spec/documents/json_place.hpp"

namespace lightsweep::sweeps {

/// The schema and the kind. Throws engine::BadInput where it is no such file, or where the kind is
/// not that of the content.
std::string kind_of_plan(const JsonPlace& plan);

inline constexpr std::int64_t most_plan_ranks = 1 << 20, most_plan_steps = 1 << 20;

/// The entries of `ranks`; throws engine::BadInput where they are not the ranks 0 to n - 1, once
/// each.
std::vector<JsonPlace> ranks_of(const JsonPlace& plan, std::int64_t n);

/// Reads a plan of any kind and keeps nothing: throws engine::BadInput where it is none.
void require_plan(const JsonPlace& plan);

/// Circuits as plans and controller files write them; labels name no circuits.
kernels::Permutation read_circuits(const JsonPlace& place, kernels::Node n);

/// Appends the next setup of a plane, without its planned times.
void read_setup(const JsonPlace& setup, kernels::Node n,
                std::vector<kernels::CircuitSetup>& setups);

/// A plan of kind `planes` or `groups`. Both ends of every transfer must be there, and all relays.
kernels::ExecutionPlan read_plane_plan(const JsonPlace& plan);

/// What a plan of kind `topologies` decides.
struct TopologyPlan {
    std::vector<std::vector<kernels::Edge>> topologies;  ///< capacities relative to a node's
    std::size_t initial = 0;
    /// Setups before steps, in order; several before one step: its rounds.
    std::vector<std::pair<std::size_t, std::size_t>> setups;  ///< step, topology
    struct Send {
        std::size_t step;
        kernels::Node from, to;
        double bytes;
    };
    std::vector<Send> sends;
};
TopologyPlan read_topology_plan(const JsonPlace& plan);

}  // namespace lightsweep::sweeps
