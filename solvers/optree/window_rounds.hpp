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
// The second program of a plan is over the radius: best(x) = min over D of round(D) + best(x - D).
// A round with D > 2 + 2w/c (c = copies) is never better than D rounds of one position.
// O(n min(n, w/c)). Ties: direct, then fewer rounds, then the lexicographically smallest list.

#include <map>
#include <vector>

#include "solvers/optree/ring_task.hpp"

namespace lightsweep::solvers::optree {

/// A stage of the ring family: its radix, and the rounds of its window (none: direct).
struct WindowStage {
    std::int64_t radix;
    std::vector<std::int64_t> rounds{};

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
};

/// Wavelengths of the hops 1 .. d per number of positions, kept between the stages of one program.
class WidthTable {
  public:
    /// widths[d], d = 0 .. reach at least.
    const std::vector<std::int64_t>& of(std::int64_t positions, std::int64_t reach);

  private:
    std::map<std::int64_t, std::vector<std::int64_t>> known_{};
};

/// Colours, i.e. slots of (step, wavelength), of a round of D positions; `last`: it ends the
/// window.
std::int64_t round_colours(const StageShape& stage, std::int64_t d, bool last);

struct StageCost {
    std::int64_t steps = 0, reconfigurations = 0;

    double of(const PlanCost& cost) const {
        return cost.per_step * static_cast<double>(steps) +
               cost.per_reconfiguration * static_cast<double>(reconfigurations);
    }
    void add(const StageCost& more) {
        steps += more.steps;
        reconfigurations += more.reconfigurations;
    }
};

/// Steps of this stage carried out so; reconfigurations as promised by the stage's regularity (a
/// built schedule may need fewer). std::invalid_argument if the rounds do not add up to the radius.
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
