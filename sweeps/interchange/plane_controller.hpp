#pragma once
// The controller file beside a foreign file (lightsweep/controller/v1): the circuits at the start
// and every reconfiguration of the planes, with what must have ended before it and what may begin
// after it, in the foreign file's own numbers. It says what the format cannot.

#include <string>
#include <vector>

#include "kernels/execution/execution_plan.hpp"
#include "sweeps/problem/solve_problem.hpp"
#include "sweeps/spec/documents/json_place.hpp"

namespace lightsweep::sweeps {

/// Where one exchange of a rank stands in the foreign file.
struct PlacedExchange {
    int plane;
    std::size_t step;
    int rank, lane, first, last;  ///< lane: thread block, or which end; its first and last number
};

/// The schedule on planes; throws engine::BadInput where the solution has none. `format` stands in
/// messages.
const PlanesRun& on_planes(const Solution& solution, const std::string& format);

/// Its execution plan, cut at multiples of `unit` bytes.
kernels::ExecutionPlan plan_on_planes(const Solution& solution, const std::string& format,
                                      std::int64_t unit = 1);
/// Throws engine::IoError where ranks and switches cannot carry the plan out.
void require_sound(const Solution& solution, const kernels::ExecutionPlan& plan);

/// `after` and `before` list [rank, lane, number], or without names_lanes [rank, number]. Empty
/// without reconfigurations.
std::string controller_json(const Solution& solution, const kernels::ExecutionPlan& plan,
                            const std::vector<PlacedExchange>& exchanges, bool names_lanes);

/// The controller file beside a foreign file, or the one that is given; nothing where there is
/// none.
std::optional<JsonPlace> controller_beside(const std::string& file, const std::string& given = "");

}  // namespace lightsweep::sweeps
