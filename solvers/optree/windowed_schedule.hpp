#pragma once
// Plans of the lifted and the windowed family as lightpaths (window_rounds.hpp has the method).
//
// Every copy of a stage - a residue modulo the stride together with an item of its sender - has
// wavelengths of its own: colour = copy * (colours per copy) + place, step = colour / w. Copies
// count residues first, so that where the stride divides w all steps of a round use the same
// circuits.

#include "kernels/lightpath_schedule.hpp"
#include "solvers/optree/radix_program.hpp"

namespace lightsweep::solvers::optree {

/// The plan's lightpaths, exactly plan.cost.steps steps. Families lifted and windowed.
kernels::LightpathSchedule windowed_schedule(const RingTask& task, const RadixPlan& plan);

}  // namespace lightsweep::solvers::optree
