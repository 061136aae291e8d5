#pragma once
// Lifted and windowed constructions as lightpaths (window_rounds.hpp explains the method).
//
// Residues modulo the stride share their segments, so each has its own colours: a pattern that
// every item of a node repeats. Half of an even window's last hop goes each way: by residue, and
// for an odd number of residues the last one alternates by item. Colours take steps and wavelengths
// by the wrap-around rule (colour_runs.hpp). Where the stage names no steps, they go item after
// item, step after step.

#include "kernels/wdm/lightpath_schedule.hpp"
#include "solvers/optree/windows/radix_program.hpp"

namespace lightsweep::solvers::optree {

/// Lightpaths of the construction in exactly plan.cost.steps steps, for the families lifted and
/// windowed.
kernels::LightpathSchedule windowed_schedule(const RingTask& task, const RadixConstruction& plan);

}  // namespace lightsweep::solvers::optree
