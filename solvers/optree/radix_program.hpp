#pragma once
// The exact program over ordered factorisations of N.
//
// A stage's cost depends on its radix and on the product P of the radices before it alone: best(P)
// = min over n | N/P of cost(n, P) + best(Pn). O(d(N)^2) stages, d = number of divisors. Exact in
// each of the families: tree (the paper's stages: the ring first, then lines within groups), lifted
// (every stage on the whole ring, direct) and windowed (direct or relayed).
// Ties: fewer stages, then the lexicographically smallest radices.

#include <vector>

#include "solvers/optree/window_rounds.hpp"

namespace lightsweep::solvers::optree {

enum class RadixFamily { tree, lifted, windowed };

/// Stages in the order in which they run.
struct RadixPlan {
    std::vector<WindowStage> stages{};
    StageCost cost{};
    bool possible = true;  ///< false: no plan keeps to the longest lightpath

    std::vector<std::int64_t> radices() const;
};

/// The cheapest plan of the family; no stages for one node.
RadixPlan best_radices(const RingTask& task, RadixFamily family, const PlanCost& cost = {});

/// Colours of a tree's stage: ceil-free ring assignment for the first, lines for the others.
std::int64_t tree_stage_colours(const StageShape& stage);

/// Cost of these stages. std::invalid_argument if the radices' product is not N.
RadixPlan priced(const RingTask& task, RadixFamily family, std::vector<WindowStage> stages);

}  // namespace lightsweep::solvers::optree
