#pragma once
// Plans of the lifted and the windowed family as lightpaths (window_rounds.hpp has the method).
//
// The residues modulo the stride share their segments, and so have colours of their own: a pattern
// that every item of a node repeats. Of an even window's last hop one half goes each way: by
// residue, and where their number is odd the last residue's by item. Colours take steps and
// wavelengths by the wrap-around rule (colour_runs.hpp), or item after item, step after step, where
// the stage names no steps.

#include "kernels/lightpath_schedule.hpp"
#include "solvers/optree/radix_program.hpp"

namespace lightsweep::solvers::optree {

/// The plan's lightpaths, exactly plan.cost.steps steps. Families lifted and windowed.
kernels::LightpathSchedule windowed_schedule(const RingTask& task, const RadixPlan& plan);

}  // namespace lightsweep::solvers::optree
