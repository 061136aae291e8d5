#pragma once
// All-gathers on a torus that is never reconfigured, by sets of shifts.
//
// In step t every node may send to the nodes at the shifts of a set A_t, at most k of them. If the
// sets sum to the whole group, blocks reach every node; if the farthest shifts of the sets sum to
// the diameter, the hops are the fewest there can be. Backwards from the last step, few nodes are
// chosen that cover the others (greedily): they are the heads that must hold the block before. All
// nodes do the same, so that x of a step is the load of the busiest direction, 4 / n times. A shift
// half way round may go either way, in any shares.

#include <vector>

#include "kernels/permutations/permutation.hpp"
#include "solvers/frontier/plans/plan.hpp"

namespace lightsweep::solvers::frontier {

/// A shift by rows and columns, both >= 0 and less than all.
struct TorusShift {
    Node down, across;
};
using ShiftSet = std::vector<TorusShift>;

struct TorusSets {
    Node rows, columns;
    std::vector<ShiftSet> sets;
};

/// Its steps; empty if the sets do not reach every node.
std::vector<PlanStep> steps_of(const TorusSets& plan);

/// The plan of these sets, in turned or reflected parts where that leaves the sets alone; no steps
/// if they do not reach every node. k = peers per step.
FrontierPlan torus_set_plan(const TorusSets& plan, Node peers);

/// Nodes beyond which no sets are searched.
inline constexpr Node most_nodes_of_sets = 256;

/// Plans found by a seeded search that visits about `effort` nodes: one for every number of steps
/// from the fewest on, as long as x falls.
std::vector<FrontierPlan> torus_set_plans(Node rows, Node columns, Node peers, double effort);

}  // namespace lightsweep::solvers::frontier
