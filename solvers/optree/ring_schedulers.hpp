#pragma once
// The schedulers of rules = optree: OpTree's formula, the counts that it is compared with, and the
// schedules that are built (gather_plan.hpp).
//
// OpTree charges every step alike, T = (d / B + a) S (eq. 3), and d / B times the items where a
// step carries several. So a schedule is one cost plane
//
//     time = steps * per_step + items * (d / B) + reconfigurations * a
//
// and a scheduler is a list of them: one where every step pays a, those that are best for some
// ratio of a and d / B where circuits that stand are free (key standing = "held").
//
// The bound beside every time is that of the steps of any schedule of unicast lightpaths
// (kernels/broadcast_bound.hpp), charged alike; on a torus that of schedules which finish one
// dimension before the other. A formula may be below it: it is no schedule. wdm-multicast has a
// bound of its own: its nodes tap the light that passes them, which is other hardware.

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers::optree {

using Subject = std::shared_ptr<const Structure>;
using Prepared = std::unique_ptr<PreparedScheduler>;

/// Words of the options for SchedulerOptions::stage_rule and wrht_rule, in the order of
/// kernels::StageRule and kernels::WrhtRule.
inline constexpr std::string_view stage_rule_words[] = {"ceil", "round", "argmin"};
inline constexpr std::string_view wrht_rule_words[] = {"few-roots", "lemma", "shorter", "longer"};

/// Formulas: status formula, never a schedule.
Prepared prepare_formula(Subject structure, const SchedulerOptions& options);
Prepared prepare_wrht(Subject structure, const SchedulerOptions& options);
Prepared prepare_one_stage(Subject structure, const SchedulerOptions& options);
Prepared prepare_ring(Subject structure, const SchedulerOptions& options);
Prepared prepare_neighbor(Subject structure, const SchedulerOptions& options);

/// Schedules. optimal: meets the bound, or is feasible with it. program: the 0-1 program.
Prepared prepare_tree(Subject structure, const SchedulerOptions& options);
Prepared prepare_lifted(Subject structure, const SchedulerOptions& options);
Prepared prepare_windowed(Subject structure, const SchedulerOptions& options);
Prepared prepare_optimal(Subject structure, const SchedulerOptions& options);
Prepared prepare_multicast(Subject structure, const SchedulerOptions& options);
Prepared prepare_gather_program(Subject structure, const SchedulerOptions& options);

/// Why they cannot be used on a structure of rings.
std::optional<Reason> refuse_formula(const Structure& structure, const SchedulerOptions& options);
std::optional<Reason> refuse_built(const Structure& structure, const SchedulerOptions& options);
std::optional<Reason> refuse_optimal(const Structure& structure, const SchedulerOptions& options);
std::optional<Reason> refuse_multicast(const Structure& structure, const SchedulerOptions& options);
std::optional<Reason> refuse_gather_program(const Structure& structure,
                                            const SchedulerOptions& options);

/// Estimated seconds; n_steps stands for the number of nodes here.
double formula_prepare_seconds(double n_steps);
double tree_prepare_seconds(double n_steps);
double windowed_prepare_seconds(double n_steps);
double built_prepare_seconds(double n_steps);
double gather_point_seconds(double n_steps);

}  // namespace lightsweep::solvers::optree
