#pragma once
// The columns of every group of a result file but the schedulers' results (result_columns.hpp).

#include "engine/layout.hpp"
#include "sweeps/candidates.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

/// Of /grids/<grid>/best, with a name per candidate. universal: the bound holds for any scheduler.
std::vector<engine::Column> best_columns(const std::vector<Candidate>& all, bool universal);
/// Of /envelopes/<grid>/best: the schedules of all candidates.
std::vector<engine::Column> portfolio_columns(const std::vector<Candidate>& all);
/// Of /unlisted: candidates without a list.
engine::Column unlisted_column(const std::vector<Candidate>& all);
/// Of /points: whether `where` selects the point.
engine::Column selected_column();
/// Of /schedules. The status tells a base throughout (no bit set) from a point without a plan.
std::vector<engine::Column> decision_columns(std::size_t words,
                                             const solvers::SchedulerRow& scheduler);
/// Of the lists in /envelopes, /steps and /regions.
std::vector<engine::Column> envelope_columns(std::size_t words,
                                             const solvers::SchedulerRow& scheduler);
std::vector<engine::Column> step_columns();
std::vector<engine::Column> region_columns();
/// The study's own, status and reason.
std::vector<engine::Column> study_columns(const Study& study);

}  // namespace lightsweep::sweeps
