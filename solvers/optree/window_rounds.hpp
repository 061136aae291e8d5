#pragma once
// The best way to carry out one stage of a mixed-radix all-gather on the whole ring.
//
// Before the stage a node holds the items of all nodes at multiples of N/P, afterwards those at
// multiples of the stride s = N/(Pn). Nodes of one residue modulo s are a ring of R = Pn positions;
// each needs what the n - 1 others of its window hold. Directly: the n-ring's one-stage assignment,
// lifted to the R-ring (tilings lift through the covering). By relays: rounds that widen the window
// by D positions per side, in which position p passes on what position p - r brought, over hops of
// 1 .. D strides. For even n the last position is its own mirror image and comes from one side
// only.
//
// Rounds of the same D one after the other use the same circuits: run backwards, every second one
// finds what the one before it left.
//
// The second program of a plan is over the radius: best(x) = min over D of round(D) + best(x - D).
// A round with D > 2 + 2w/c (c = copies) is never better than D rounds of one position.
// O(n min(n, w/c)). Ties: direct, then fewer rounds, then the lexicographically smallest list.

#include <map>
#include <vector>

#include "solvers/optree/colour_runs.hpp"

namespace lightsweep::solvers::optree {

/// A stage of the ring family: its radix, and the rounds of its window (none: direct).
struct WindowStage {
    std::int64_t radix;
    std::vector<std::int64_t> rounds{};
    /// Of each round, or of the direct stage, laid out so that circuits stand (colour_runs.hpp);
    /// empty: as few as there can be, step after step with all wavelengths full but the last.
    std::vector<std::int64_t> steps{};

    bool operator==(const WindowStage&) const = default;
};

/// Geometry of a stage: n = radix, after a prefix of P.
struct StageShape {
    std::int64_t radix, prefix, stride, positions, copies;

    StageShape(const RingTask& task, std::int64_t n, std::int64_t p)
        : radix(n),
          prefix(p),
          stride(task.nodes / (p * n)),
          positions(p * n),
          copies(task.nodes / n * task.items_per_node) {}
    /// Positions per side that a window reaches.
    std::int64_t radius() const { return radix / 2; }
    /// That a node passes on.
    std::int64_t items() const { return copies / stride; }
};

/// Wavelengths of the hops 1 .. d per number of positions, kept between the stages of one program.
class WidthTable {
  public:
    /// widths[d], d = 0 .. reach at least.
    const std::vector<std::int64_t>& of(std::int64_t positions, std::int64_t reach);

  private:
    std::map<std::int64_t, std::vector<std::int64_t>> known_{};
};

/// Of a direct stage, and of a round of D positions; `last`: it ends the window.
ColourRuns direct_runs(const StageShape& stage);
ColourRuns round_runs(const StageShape& stage, std::int64_t d, bool last);

/// Which rounds of a stage run their steps backwards, on what the round before has left. None where
/// stage.steps is empty.
std::vector<bool> backward_rounds(const WindowStage& stage);

/// What this stage takes, its circuits all new at first; every step is a reconfiguration where
/// stage.steps is empty. std::invalid_argument if the rounds do not add up to the radius, or there
/// are not as many steps as rounds, or too few for the wavelengths.
StageCost stage_cost(const RingTask& task, const StageShape& shape, const WindowStage& stage);

/// The cheapest stage, with relays only if `relays`; not possible if the longest lightpath rules
/// out all of them.
struct BestStage {
    WindowStage stage;
    StageCost cost;
    bool possible = false;
};
BestStage best_stage(const RingTask& task, const StageShape& shape, bool relays,
                     const PlanCost& cost, WidthTable& widths);

}  // namespace lightsweep::solvers::optree
