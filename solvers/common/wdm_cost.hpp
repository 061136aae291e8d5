#pragma once
// What one stage of a mixed-radix all-gather on a WDM ring costs under rules = common.
//
// A node's bandwidth b is cut into 2w lanes of b / (2w). One item is m / n bytes; the unit of time
// here is one item on one lane. A step whose lightpaths need c <= w colours gives each of them
// floor(w / c) wavelengths and cuts its item into as many parts; more than w colours are several
// steps. A stage is direct - everybody sends to everybody of its window, every step has circuits of
// its own - or relayed: rounds of one position in which everybody passes on to its two neighbours
// at the stage's stride what it got last. Residues modulo the stride are rings of their own, so
// they are taken w at a time, each group with its circuits held through all its rounds.

#include "solvers/optree/radix_program.hpp"

namespace lightsweep::solvers::common {

/// Sums over steps; `items`: item times on one lane, so that X = items * 2w / n.
struct WdmCost {
    std::int64_t steps = 0, reconfigurations = 0;
    double items = 0;

    void add(const WdmCost& more) {
        steps += more.steps;
        reconfigurations += more.reconfigurations;
        items += more.items;
    }
};

/// Lightpaths that all need to be set up, one item each, in so many colours.
WdmCost coloured_cost(std::int64_t colours, std::int64_t wavelengths);

/// A direct stage: of the paper's tree (the ring first, then lines), or lifted to the whole ring.
/// Every step reconfigures, but on up to 3 nodes, whose circuits are the neighbour ring's.
WdmCost direct_cost(const optree::RingTask& task, const optree::StageShape& shape, bool tree);

/// A relayed stage. One reconfiguration per group of residues; none over the neighbour ring that
/// is lit at the start.
WdmCost relayed_cost(const optree::RingTask& task, const optree::StageShape& shape);

/// Residues that share the fibres in a relayed stage, and the wavelengths that each of them has.
struct ResidueGroup {
    std::int64_t begin, size, lanes;
};
std::vector<ResidueGroup> residue_groups(std::int64_t stride, std::int64_t wavelengths);

}  // namespace lightsweep::solvers::common
