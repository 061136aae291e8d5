#pragma once
// What the JSON of execution plans on planes has in common: circuits, ranges, buffers, controller.

#include <nlohmann/json.hpp>

#include "kernels/execution_plan.hpp"
#include "sweeps/solve_problem.hpp"

namespace lightsweep::sweeps {

/// {"shift": 3}, {"xor": 4}, {"label": "cfg 2"} or {"peers": [1, 0, ...]}: where every rank's port
/// leads.
nlohmann::ordered_json circuits_json(const kernels::Permutation& circuits);
nlohmann::ordered_json ranges_json(const std::vector<kernels::ByteRange>& ranges);
nlohmann::ordered_json copies_json(const kernels::RankTrack& track);
/// Sizes of the buffers that are used, per part.
nlohmann::ordered_json buffers_json(const kernels::ExecutionPlan& plan);
/// Setups of every plane.
nlohmann::ordered_json controller_json(const Solution& s, const kernels::ExecutionPlan& plan);

}  // namespace lightsweep::sweeps
