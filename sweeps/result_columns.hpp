#pragma once
// The columns of a scheduler's group in the result file, and how a row of results fills them.

#include <span>

#include "engine/workload.hpp"
#include "solvers/scheduler.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

/// Every column there is, in the file's order.
const std::vector<engine::Column>& result_columns();

/// The chosen ones (all if none are named); completion_time and status always. computation_time,
/// unless it is named, only where there is any.
std::vector<engine::Column> chosen_columns(const std::vector<std::string>& names,
                                           bool has_computation);

/// What is known of a row, and why it has no ordinary value: codes with their meanings.
engine::Column status_column();
engine::Column reason_column();

/// Which collective was run, by its name: of schedulers that choose the algorithm. "algorithm", or
/// "chosen_algorithm" beside an axis of that name.
engine::Column algorithm_column(const std::vector<std::string>& names, bool beside_axis);

/// Writes a row of results from `at` on into every column of the tile that it has.
/// collective: of the structure; space: what its decisions stand for.
void store_row(const solvers::ResultRow& row, const kernels::Collective& collective,
               const solvers::DecisionSpace& space, std::size_t at, engine::Tile& tile);

/// Writes one answer of a study into the columns before status and reason; no values: none.
void store_study(const StudyRow& row, std::size_t at, engine::Tile& tile);

/// Writes rows without a plan: `count` points from `at` on.
void store_without_plan(solvers::Status status, solvers::Reason reason, std::size_t at,
                        std::size_t count, engine::Tile& tile);

/// Replaces the point at offset `at` by an excluded one.
void exclude_point(std::size_t at, engine::Tile& tile);

}  // namespace lightsweep::sweeps
