#pragma once
// Chooses the rounds of one stage of a mixed-radix all-gather on the whole ring.
//
// Before the stage a node holds the items of all nodes at multiples of N/P, afterwards of those at
// multiples of the stride s = N/(Pn). Nodes of one residue modulo s form a ring of R = Pn
// positions; each needs the items of the n - 1 other positions of its window. A direct stage uses
// the one-stage assignment of the n-ring, lifted to the R-ring (tilings lift through the covering).
// A relayed stage has rounds that widen the window by D positions per side: position p passes on
// the items that position p - r brought, over hops of 1 .. D strides. For even n the last position
// is its own mirror image and is fetched from one side only.
//
// Consecutive rounds of the same D use the same circuits. Every second round runs its steps
// backwards, so that it starts on the circuits that the round before left.
//
// The rounds come from a dynamic program over the radius: best(x) = min over D of round(D) + best(x
// - D). A round with D > 2 + 2w/c (c = copies) is never better than D rounds of one position. O(n
// min(n, w/c)). Ties: direct, then fewer rounds, then the lexicographically smallest list.

#include <map>
#include <vector>

#include "solvers/optree/windows/colour_runs.hpp"

namespace lightsweep::solvers::optree {

/// A stage of the ring family: its radix, and the rounds of its window (none: a direct stage).
struct WindowStage {
    std::int64_t radix;
    std::vector<std::int64_t> rounds{};
    /// Steps of each round, or of the direct stage, laid out so that circuits stand
    /// (colour_runs.hpp). Empty: the fewest possible steps, each with all wavelengths full except
    /// the last.
    std::vector<std::int64_t> steps{};

    bool operator==(const WindowStage&) const = default;
};

/// Geometry of a stage of radix n after a prefix of product P.
struct StageShape {
    std::int64_t radix, prefix, stride, positions, copies;

    StageShape(const RingTask& task, std::int64_t n, std::int64_t p)
        : radix(n),
          prefix(p),
          stride(task.nodes / (p * n)),
          positions(p * n),
          copies(task.nodes / n * task.items_per_node) {}
    /// Number of positions per side that the window reaches.
    std::int64_t radius() const { return radix / 2; }
    /// Number of items that a node passes on.
    std::int64_t items() const { return copies / stride; }
};

/// Wavelengths for the hops 1 .. d per number of positions, shared by the stages of one program.
class WidthTable {
  public:
    /// widths[d] for d = 0 .. reach, or more.
    const std::vector<std::int64_t>& of(std::int64_t positions, std::int64_t reach);

  private:
    std::map<std::int64_t, std::vector<std::int64_t>> known_{};
};

/// Colour runs of a direct stage, and of a round of D positions; `last` says that the round ends
/// the window.
ColourRuns direct_runs(const StageShape& stage);
ColourRuns round_runs(const StageShape& stage, std::int64_t d, bool last);

/// Whether each round runs its steps backwards, on the circuits that the round before has left. All
/// false where stage.steps is empty.
std::vector<bool> backward_rounds(const WindowStage& stage);

/// Cost of this stage if all its circuits are new at first; where stage.steps is empty, every step
/// reconfigures. Throws std::invalid_argument if the rounds do not add up to the radius, if the
/// numbers of steps and rounds differ, or if a round has too few steps for the wavelengths.
StageCost stage_cost(const RingTask& task, const StageShape& shape, const WindowStage& stage);

/// The cheapest stage, with relays only if `relays`. Not possible if the longest lightpath rules
/// out all of them.
struct BestStage {
    WindowStage stage;
    StageCost cost;
    bool possible = false;
};
BestStage best_stage(const RingTask& task, const StageShape& shape, bool relays,
                     const ConstructionPrice& cost, WidthTable& widths);

}  // namespace lightsweep::solvers::optree
