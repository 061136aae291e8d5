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

#include <vector>

#include "solvers/contract/prepared_scheduler.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/optree/gather_construction.hpp"

namespace lightsweep::solvers::optree {

// A prepared scheduler for a few lightpath schedules: their linear costs, evaluated over rows of
// delays.

/// Linear cost of one schedule: time = steps * per_step + items * (d / B) + reconfigurations * a.
struct RingCost {
    double steps = 0, items = 0, reconfigurations = 0;

    double at(const kernels::DelayRow& row, double item_time, double delay) const {
        return steps * row.per_step_latency + items * item_time + reconfigurations * delay;
    }
};

/// Cost of a schedule in which every step carries one item and is reconfigured.
inline RingCost charged(std::int64_t steps) {
    const auto count = static_cast<double>(steps);
    return {count, count, count};
}

/// The schedules of one problem for one scheduler, with their bound.
struct RingCosts {
    std::vector<RingCost> schedules{};  ///< at least one; on ties the earlier one is taken
    RingCost bound{};
    /// Construction of each linear cost; empty for formulas.
    std::vector<LightpathConstruction> plans{};
    bool complete = true;  ///< false: a budget ran out before the proof
};

/// Prepares the scheduler of these schedules. A decision is the index of the chosen one. The status
/// is formula without constructions, optimal where the time equals the bound, otherwise feasible or
/// budget.
Prepared prepare_costs(Subject problem, RingCosts costs);

/// Stores schedule `chosen` as result i of a row.
void store(const RingCosts& costs, std::size_t chosen, double parts, const kernels::DelayRow& row,
           std::size_t i, ResultRow& result);
/// The cost of one construction, with its setups counted where standing circuits are free.
RingCosts costs_of(const LightpathRings& rings, GatherConstruction plan);

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

}  // namespace lightsweep::solvers::optree
