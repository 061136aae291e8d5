#pragma once
// The execution plan of a schedule of lightpaths: what the switches set up and what every node
// sends and receives, step by step.

#include <string>

#include "sweeps/problem/solve_problem.hpp"

namespace lightsweep::sweeps {

/// The plan as JSON. Controller: setups in order, each with the step before which it happens, its
/// time, and all circuits that stand afterwards (source, destination, direction, wavelength).
/// Ranks: sends and receives with step, peer, item, direction, wavelength and time; `reduce` where
/// what is received is added. A step begins when the one before has ended at all nodes and its
/// circuits stand. Times [s], items by number (owner times items per node, plus its part) of
/// item_bytes each; in an all-to-all a node's items are those for node 0, for node 1 and so on, its
/// own among them. A circuit may carry several in one step, one after the other, the step's latency
/// before the first. Under rules = common and where `standing` is "held" one setup lights what all
/// steps until the next need (sweeps/events/lightpath_run.hpp), elsewhere there is one before every
/// step: as many as charged, or fewer. Throws engine::BadInput for formulas and where there are too
/// many lightpaths.
std::string lightpath_plan_json(const Solution& solution);

}  // namespace lightsweep::sweeps
