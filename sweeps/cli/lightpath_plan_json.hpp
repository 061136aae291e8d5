#pragma once
// The execution plan of a schedule of lightpaths (rules = optree): what the switches set up and
// what every node sends and receives, step by step.

#include <string>

#include "sweeps/solve_problem.hpp"

namespace lightsweep::sweeps {

/// The plan as JSON. Controller: setups in order, each with the step before which it happens, its
/// time, and all circuits that stand afterwards (source, destination, direction, wavelength).
/// Ranks: sends and receives with step, peer, item, direction, wavelength and time; `reduce` where
/// what is received is added. A step begins when the one before has ended at all nodes and its
/// circuits stand. Times [s], items by number (owner times items per node, plus its part) of
/// item_bytes each. Where `standing` is "held" one setup lights what all steps until the next need,
/// elsewhere there is one before every step. Throws engine::BadInput for formulas and where there
/// are too many lightpaths.
std::string lightpath_plan_json(const Solution& solution);

}  // namespace lightsweep::sweeps
