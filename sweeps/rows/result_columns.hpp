#pragma once
// Columns of a scheduler's group in the result file, and the functions that fill them from a row of
// results.

#include "engine/journal/layout.hpp"
#include "engine/journal/workload.hpp"
#include "solvers/contract/prepared_scheduler.hpp"
#include "sweeps/rows/candidates.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

/// Every column there is, in the file's order.
const std::vector<engine::Column>& result_columns();

/// The chosen columns (all if none is named); completion_time and status are always included.
/// computation_time, unless named, is included only if there is computation.
std::vector<engine::Column> chosen_columns(const std::vector<std::string>& names,
                                           bool has_computation);

/// Columns of the status of a row, and of the reason why it has no ordinary value: codes with their
/// meanings.
engine::Column status_column();
engine::Column reason_column();

/// Column with the name of the collective that was run, for schedulers that choose the algorithm.
/// Its name is "algorithm", or "chosen_algorithm" if an axis has that name.
engine::Column algorithm_column(const std::vector<std::string>& names, bool beside_axis);

/// Columns of collectives side by side, for schedulers that try both ways.
std::vector<engine::Column> way_columns();

/// Writes a row of results into every column of the tile, starting at `at`. collective: the
/// problem's collective. space: the meaning of its decisions.
void store_row(const solvers::ResultRow& row, const kernels::Collective& collective,
               const solvers::DecisionSpace& space, std::size_t at, engine::Tile& tile);

/// Writes one answer of a study into the columns before status and reason; an empty list of values
/// means no answer.
void store_study(const StudyRow& row, std::size_t at, engine::Tile& tile);

/// Writes rows without a schedule: `count` points from `at` on.
void store_without_plan(solvers::Status status, solvers::Reason reason, std::size_t at,
                        std::size_t count, engine::Tile& tile);

/// Overwrites the point at offset `at` with an excluded one.
void exclude_point(std::size_t at, engine::Tile& tile);

// Columns of every other group of a result file.

/// Columns of /grids/<grid>/best, with a name per candidate. universal: the bound holds for all
/// schedulers.
std::vector<engine::Column> best_columns(const std::vector<Candidate>& all, bool universal);
/// Columns of /envelopes/<grid>/best: the schedules of all candidates.
std::vector<engine::Column> portfolio_columns(const std::vector<Candidate>& all);
/// Column of /unlisted: candidates without a list.
engine::Column unlisted_column(const std::vector<Candidate>& all);
/// Column of /points: whether `where` selects the point.
engine::Column selected_column();
/// Columns of /schedules. The status distinguishes a base in every step (no bit set) from a point
/// without a schedule.
std::vector<engine::Column> decision_columns(std::size_t words,
                                             const solvers::SchedulerRow& scheduler);
/// Meaning of a decision's words, for programs: attributes of its group (engine/FORMAT.md).
engine::Attributes decision_attributes(const GridSpec& grid,
                                       const solvers::SchedulerRow& scheduler);
/// Columns of the lists in /envelopes, /steps and /regions.
std::vector<engine::Column> envelope_columns(std::size_t words,
                                             const solvers::SchedulerRow& scheduler);
std::vector<engine::Column> step_columns();
std::vector<engine::Column> region_columns();
std::vector<engine::Column> search_columns();
/// The study's own columns, then status and reason.
std::vector<engine::Column> study_columns(const Study& study);

}  // namespace lightsweep::sweeps
