#pragma once
// Dynamic program over the ordered factorisations of N: the cheapest stages of a mixed-radix
// all-gather, exactly.
//
// A stage's cost depends only on its radix and on the product P of the radices before it: best(P) =
// min over n | N/P of cost(n, P) + best(Pn). O(d(N)^2) stages, where d is the number of divisors.
// It is exact in each family: tree (the paper's stages: first the ring, then lines within groups),
// lifted (every stage on the whole ring, direct) and windowed (direct or relayed). Ties: fewer
// stages, then the lexicographically smallest radices. Limit case: a prime N has one stage.

#include <vector>

#include "kernels/wdm/lightpath_schedule.hpp"
#include "solvers/optree/windows/window_rounds.hpp"

namespace lightsweep::solvers::optree {

enum class RadixFamily { tree, lifted, windowed };

/// The stages in the order in which they run.
struct RadixConstruction {
    std::vector<WindowStage> stages{};
    StageCost cost{};
    bool possible = true;  ///< false: no construction respects the longest lightpath

    std::vector<std::int64_t> radices() const;
};

/// The cheapest construction of the family; without stages for one node.
RadixConstruction best_radices(const RingTask& task, RadixFamily family,
                               const ConstructionPrice& cost = {});

/// Colours of a stage of the tree: the ring's assignment for the first stage, lines for the others.
std::int64_t tree_stage_colours(const StageShape& stage);

/// Cost of these stages. Throws std::invalid_argument if the product of the radices is not N.
RadixConstruction priced(const RingTask& task, RadixFamily family, std::vector<WindowStage> stages);

// Lifted and windowed constructions as lightpaths (window_rounds.hpp explains the method).
//
// Residues modulo the stride share their segments, so each has its own colours: a pattern that
// every item of a node repeats. Half of an even window's last hop goes each way: by residue, and
// for an odd number of residues the last one alternates by item. Colours take steps and wavelengths
// by the wrap-around rule (colour_runs.hpp). Where the stage names no steps, they go item after
// item, step after step.

/// Lightpaths of the construction in exactly plan.cost.steps steps, for the families lifted and
/// windowed.
kernels::LightpathSchedule windowed_schedule(const RingTask& task, const RadixConstruction& plan);

}  // namespace lightsweep::solvers::optree
