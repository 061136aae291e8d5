#pragma once
// Cost of one stage of a mixed-radix all-gather on a WDM ring under rules = common.
//
// A node's bandwidth b is cut into 2w lanes of b / (2w). One item is m / n bytes; the unit of time
// here is one item on one lane. A step with c <= w colours gives each of them floor(w / c)
// wavelengths and cuts its item into as many parts. Lightpaths in more colours take several steps,
// and fewer colours per step may be faster: with w = 5, three colours take 1 item time in one step,
// 1/2 + 1/5 in two and 3/5 in three (ColourSplits).
//
// A direct stage lets every node of a window send to every other node of it, and every step has its
// own circuits. A relayed stage has rounds of one position: every node passes the items that it
// received last to its two neighbours at the stage's stride. The residues modulo the stride are
// separate rings; they are taken w at a time, and each group keeps its circuits through all its
// rounds.

#include <vector>

#include "solvers/optree/trees/broadcast_construction.hpp"
#include "solvers/optree/windows/radix_program.hpp"

namespace lightsweep::solvers::one_accounting {

/// Sums over steps. `items` counts item times on one lane, so X = items * 2w / n.
struct WdmCost {
    std::int64_t steps = 0, reconfigurations = 0;
    double items = 0;

    void add(const WdmCost& more) {
        steps += more.steps;
        reconfigurations += more.reconfigurations;
        items += more.items;
    }
};

/// Finds the useful ways to spread colours over steps. A step of v colours takes 1 / floor(w / v)
/// item times, at least v / w, so that full steps are best where the colours fill them. For the
/// r < w colours that are left, a dynamic program over r keeps the ways that are fastest for some
/// ratio of an item time to the price of a step: the lower convex hull of (steps, item times).
class ColourSplits {
  public:
    explicit ColourSplits(std::int64_t wavelengths);
    /// The colours of each of the last steps, for every useful way, by rising number of steps; at
    /// least one way. Not thread-safe.
    std::vector<std::vector<std::int64_t>> of(std::int64_t colours);

  private:
    struct Point {
        std::int64_t steps, width;  ///< width: colours of the last step
        double items;
        std::size_t before;  ///< place in the hull of the colours before the last step
    };
    void extend();

    std::int64_t wavelengths_;
    std::vector<std::int64_t> widths_{};       ///< the largest width for each number of parts
    std::vector<std::vector<Point>> hulls_{};  ///< by number of colours
};

/// One stage of an all-gather.
struct WdmStage {
    std::int64_t radix;
    bool relayed = false;
    std::vector<std::int64_t>
        rest{};  ///< colours of each of a direct stage's last steps; empty: one
};

/// Colours of a direct stage, either of the paper's tree (first the ring, then lines) or lifted to
/// the whole ring.
std::int64_t direct_colours(const optree::StageShape& shape, bool tree);

/// Cost of a direct stage of so many colours, of which the last steps have those of `rest`. On up
/// to 3 nodes its circuits are those of the neighbour ring.
WdmCost direct_cost(const optree::RingTask& task, std::int64_t colours,
                    const std::vector<std::int64_t>& rest);

/// Runs of equal steps of a direct stage: the colours of a step, and the number of steps.
std::vector<std::pair<std::int64_t, std::int64_t>> direct_runs(
    std::int64_t colours, std::int64_t wavelengths, const std::vector<std::int64_t>& rest);

/// Cost of a relayed stage: one reconfiguration per group of residues, and none over the neighbour
/// ring, which is lit at the start.
WdmCost relayed_cost(const optree::RingTask& task, const optree::StageShape& shape);

/// Residues that share the fibres in a relayed stage, and the number of wavelengths of each
/// residue.
struct ResidueGroup {
    std::int64_t begin, size, lanes;
};
std::vector<ResidueGroup> residue_groups(std::int64_t stride, std::int64_t wavelengths);

// Step-optimal broadcast trees (optree/trees/broadcast_construction.hpp) that also use the
// wavelengths which would be idle.

/// A broadcast whose steps are cut into parts: the launches of step i are assigned floor(w /
/// parts[i]) wavelengths, so that an item can be cut into parts[i] parts, each on its own copy of
/// the assignment.
struct WdmBroadcast {
    optree::BroadcastConstruction
        plan{};                         ///< launches of every step within its share of wavelengths
    std::vector<std::int64_t> parts{};  ///< number of parts of each step

    /// Whether each step reconfigures: all do, except the first ones whose hops all lead to
    /// neighbours.
    std::vector<bool> charged() const;
    WdmCost cost() const;
};

/// Whether one step is enough; then the one-stage assignment is the schedule.
bool wdm_broadcast_is_one_stage(const optree::RingTask& task);

/// The schedule with the fewest steps, each cut into as many parts as can be assigned.
WdmBroadcast wdm_broadcast(const optree::RingTask& task);

}  // namespace lightsweep::solvers::one_accounting
