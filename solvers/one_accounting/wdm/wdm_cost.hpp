#pragma once
// Cost of one stage of a mixed-radix all-gather on a WDM ring under rules = common.
//
// A node's bandwidth b is cut into 2w lanes of b / (2w). One item is m / n bytes; the unit of time
// here is one item on one lane. A step whose lightpaths need c <= w colours gives each of them
// floor(w / c) wavelengths and cuts its item into as many parts; with more than w colours it
// becomes several steps.
//
// A direct stage lets every node of a window send to every other node of it, and every step has its
// own circuits. A relayed stage has rounds of one position: every node passes the items that it
// received last to its two neighbours at the stage's stride. The residues modulo the stride are
// separate rings; they are taken w at a time, and each group keeps its circuits through all its
// rounds.

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

/// Cost of lightpaths in so many colours that all have to be set up, with one item each.
WdmCost coloured_cost(std::int64_t colours, std::int64_t wavelengths);

/// Cost of a direct stage, either of the paper's tree (first the ring, then lines) or lifted to the
/// whole ring. Every step reconfigures, except on up to 3 nodes, whose circuits are those of the
/// neighbour ring.
WdmCost direct_cost(const optree::RingTask& task, const optree::StageShape& shape, bool tree);

/// Cost of a relayed stage: one reconfiguration per group of residues, and none over the neighbour
/// ring, which is lit at the start.
WdmCost relayed_cost(const optree::RingTask& task, const optree::StageShape& shape);

/// Residues that share the fibres in a relayed stage, and the number of wavelengths of each
/// residue.
struct ResidueGroup {
    std::int64_t begin, size, lanes;
};
std::vector<ResidueGroup> residue_groups(std::int64_t stride, std::int64_t wavelengths);

}  // namespace lightsweep::solvers::one_accounting
