#pragma once
// wdm-optimal: all-gathers on a WDM ring in as few steps as any schedule, or one more.
//
// In a rotation-invariant schedule node u holds the items u + A, and the schedule is one broadcast
// tree. Points of Z^T with the least sum of norms (broadcast_vectors.hpp) make a tree whose calls
// per step and direction have a total length of at most ceil(S_T(N) / 2T) <= w
// (broadcast_tree.hpp). On the ring of N nodes, and where no wavelengths fit, on a ring of V > N
// virtual nodes of which node v N / V is the physical one: segments within a node vanish, of each
// node only the first virtual node's item counts, and only the first delivery. Multiples of w
// always fit, so the plan has the lower bound's steps if w divides N, and rarely one more
// otherwise.

#include <array>
#include <memory>
#include <optional>

#include "kernels/lightpath_schedule.hpp"
#include "solvers/optree/broadcast_tree.hpp"
#include "solvers/optree/hop_assignment.hpp"
#include "solvers/optree/ring_task.hpp"

namespace lightsweep::solvers::optree {

/// A call of one item's tree, with the wavelengths that its senders use.
struct StepCall {
    std::int32_t item;  ///< 0 .. items_per_node - 1
    TreeEdge edge;
};

/// What every node launches in one step into one direction.
struct StepLaunches {
    std::vector<StepCall> calls{};
    HopAssignment assignment{};

    std::vector<std::int32_t> hops() const;
};

struct BroadcastPlan {
    RingTask task{};
    std::int64_t lower_bound = 0;    ///< proven for every unicast schedule (and transmitter limit)
    std::int64_t virtual_nodes = 1;  ///< V >= N
    std::vector<BroadcastTree> trees{};                   ///< per item
    std::vector<std::array<StepLaunches, 2>> launches{};  ///< per step, clockwise first

    std::int64_t steps() const { return static_cast<std::int64_t>(launches.size()); }
    /// Most launches of a node in one step and direction.
    std::int64_t transmitters() const;
    /// Longest hop [segments of the virtual ring].
    std::int64_t longest() const;
    /// Total length of the calls of a step and direction, 0: clockwise.
    std::int64_t load(std::size_t step, int direction) const;
};

/// Assigns wavelengths to trees of V nodes in `steps` steps; nothing if they do not fit.
std::optional<BroadcastPlan> with_wavelengths(const RingTask& task, std::int64_t virtual_nodes,
                                              std::int64_t steps, std::vector<BroadcastTree> trees);

/// The plan. At least two steps must be needed (lower bound >= 2): one stage has a closed form.
BroadcastPlan plan_broadcast(const RingTask& task);

/// The plan's lightpaths, one stage per step.
kernels::LightpathSchedule broadcast_schedule(BroadcastPlan plan);

}  // namespace lightsweep::solvers::optree
