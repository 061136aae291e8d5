#pragma once
// Columns of every group of a result file, except the schedulers' results (result_columns.hpp).

#include "engine/journal/layout.hpp"
#include "sweeps/rows/candidates.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

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
/// The study's own columns, then status and reason.
std::vector<engine::Column> study_columns(const Study& study);

}  // namespace lightsweep::sweeps
