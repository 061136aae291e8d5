#pragma once
// The method wdm-optimal: all-gathers on a WDM ring in as few steps as any schedule, or one more.
//
// In a rotation-invariant schedule node u holds the items u + A, and the schedule is one broadcast
// tree. Points of Z^T with the least sum of norms (broadcast_vectors.hpp) give a tree whose calls
// per step and direction have a total length of at most ceil(S_T(N) / 2T) <= w
// (broadcast_tree.hpp).
//
// The tree is laid on the ring of N nodes. If its wavelengths do not fit there, it is laid on a
// ring of V > N virtual nodes, where virtual node v belongs to the physical node floor(v N / V).
// Segments inside a physical node vanish; only the item of a node's first virtual node counts, and
// only its first delivery. Multiples of w always fit. So the number of steps equals the lower bound
// if w divides N, and otherwise it is rarely one more.

#include <array>
#include <optional>

#include "kernels/wdm/lightpath_schedule.hpp"
#include "solvers/optree/ring/ring_task.hpp"
#include "solvers/optree/trees/broadcast_tree.hpp"
#include "solvers/optree/trees/hop_assignment.hpp"

namespace lightsweep::solvers::optree {

/// One call of an item's tree.
struct StepCall {
    std::int32_t item;  ///< 0 .. items_per_node - 1
    TreeEdge edge;
};

/// The launches of every node in one step and one direction.
struct StepLaunches {
    std::vector<StepCall> calls{};
    HopAssignment assignment{};

    std::vector<std::int32_t> hops() const;
};

struct BroadcastConstruction {
    RingTask task{};
    /// Proven for every unicast schedule (and for the transmitter limit, if any).
    std::int64_t lower_bound = 0;
    std::int64_t virtual_nodes = 1;      ///< V >= N
    std::vector<BroadcastTree> trees{};  ///< tree of each item
    /// Launches of each step, clockwise first.
    std::vector<std::array<StepLaunches, 2>> launches{};

    std::int64_t steps() const { return static_cast<std::int64_t>(launches.size()); }
    /// Largest number of launches of a node in one step and direction.
    std::int64_t transmitters() const;
    /// Longest hop [segments of the virtual ring].
    std::int64_t longest() const;
    /// Total length of the calls of a step in one direction; 0 is clockwise.
    std::int64_t load(std::size_t step, int direction) const;
};

/// Assigns wavelengths to trees of V nodes in `steps` steps; nothing if the wavelengths do not
/// suffice.
std::optional<BroadcastConstruction> with_wavelengths(const RingTask& task,
                                                      std::int64_t virtual_nodes,
                                                      std::int64_t steps,
                                                      std::vector<BroadcastTree> trees);

/// The construction for a task that needs at least two steps (lower bound >= 2); one stage has a
/// closed form.
BroadcastConstruction plan_broadcast(const RingTask& task);

/// Lightpaths of the construction, one stage per step.
kernels::LightpathSchedule broadcast_schedule(BroadcastConstruction plan);

}  // namespace lightsweep::solvers::optree
