#pragma once
// The schedulers of rules = optree: OpTree's formula, the counts that the paper compares it with,
// and schedules that are really built (gather_construction.hpp).
//
// OpTree charges every step alike, T = (d / B + a) S (eq. 3), with d / B times the number of items
// where a step carries several. So the cost of a schedule is linear,
//
//     time = steps * per_step + items * (d / B) + reconfigurations * a
//
// and a scheduler is a list of schedules: one if every step pays a, or those that are best for some
// ratio of a and d / B if standing circuits are free (key standing = "held").
//
// The bound next to every time charges the fewest steps of any schedule of unicast lightpaths
// (kernels/wdm/broadcast_bound.hpp) in the same way. On a torus it is the bound of schedules that
// finish one dimension before the other. A formula may be below it, because it is not a schedule.
// wdm-multicast has its own bound: its nodes tap the light that passes them, which is other
// hardware.

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers::optree {

using Subject = std::shared_ptr<const Problem>;
using Prepared = std::unique_ptr<PreparedScheduler>;

/// Words of the options for SchedulerOptions::stage_rule and wrht_rule, in the order of
/// kernels::StageRule and kernels::WrhtRule.
inline constexpr std::string_view stage_rule_words[] = {"ceil", "round", "argmin"};
inline constexpr std::string_view wrht_rule_words[] = {"few-roots", "lemma", "shorter", "longer"};

/// Formulas: their status is `formula`, and they have no schedule.
Prepared prepare_formula(Subject problem, const SchedulerOptions& options);
Prepared prepare_wrht(Subject problem, const SchedulerOptions& options);
Prepared prepare_one_stage(Subject problem, const SchedulerOptions& options);
Prepared prepare_ring(Subject problem, const SchedulerOptions& options);
Prepared prepare_neighbor(Subject problem, const SchedulerOptions& options);

/// Schedules. prepare_optimal meets the bound or reports it with a feasible schedule.
/// prepare_gather_program runs the 0-1 program.
Prepared prepare_tree(Subject problem, const SchedulerOptions& options);
Prepared prepare_lifted(Subject problem, const SchedulerOptions& options);
Prepared prepare_windowed(Subject problem, const SchedulerOptions& options);
Prepared prepare_optimal(Subject problem, const SchedulerOptions& options);
Prepared prepare_multicast(Subject problem, const SchedulerOptions& options);
Prepared prepare_gather_program(Subject problem, const SchedulerOptions& options);

/// Reasons why they cannot be used on a problem of rings; nothing if they can.
std::optional<Reason> refuse_formula(const Problem& problem, const SchedulerOptions& options);
std::optional<Reason> refuse_built(const Problem& problem, const SchedulerOptions& options);
std::optional<Reason> refuse_optimal(const Problem& problem, const SchedulerOptions& options);
std::optional<Reason> refuse_multicast(const Problem& problem, const SchedulerOptions& options);
std::optional<Reason> refuse_gather_program(const Problem& problem,
                                            const SchedulerOptions& options);

/// Estimated seconds; n_steps is the number of nodes here.
double formula_prepare_seconds(double n_steps);
double tree_prepare_seconds(double n_steps);
double windowed_prepare_seconds(double n_steps);
double built_prepare_seconds(double n_steps);
double gather_point_seconds(double n_steps);

}  // namespace lightsweep::solvers::optree
