#pragma once
// SWOT's schedulers as registry rows: a point is a plane problem whose unit of data is the second
// that all planes together take for it, so that it depends on the message and the bandwidth only
// through their ratio.
//
//   ideal     sum of bytes / bandwidth + latency: no reconfiguration at all (a formula)
//   strawman  all planes in every step; they reconfigure together, and nothing goes on meanwhile
//   one-shot  every configuration keeps planes of its own for good
//   swot      solve(), of sequences solve_sequence(): a schedule and a proven bound within a budget
//   swot-order      choose_order(): the same over all orders that the collective leaves free
//   swot-portfolio  the best algorithm of a primitive, each by swot
//   swot-milp       solve_by_program(): the compact program through CBC
//
// Costs of a row (SWOT's rules): startup = steps x latency, transmission = bytes / bandwidth of all
// planes, reconfiguration = the rest, which is what reconfigurations could not hide; of one-shot,
// which has none in it, the rest is congestion: planes that stand idle.

#include "solvers/scheduler.hpp"
#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

/// The problem of a collective on switch planes at result i of a row. Throws std::invalid_argument
/// as kernels::plane_steps does.
kernels::PlaneProblem plane_problem(const kernels::Collective& collective,
                                    const SwitchPlanes& planes, const kernels::DelayRow& row,
                                    std::size_t i);

using Prepared = std::unique_ptr<PreparedScheduler>;
Prepared prepare_ideal(std::shared_ptr<const Structure>, const SchedulerOptions&);
Prepared prepare_strawman(std::shared_ptr<const Structure>, const SchedulerOptions&);
Prepared prepare_one_shot(std::shared_ptr<const Structure>, const SchedulerOptions&);
Prepared prepare_swot(std::shared_ptr<const Structure>, const SchedulerOptions&);
Prepared prepare_swot_order(std::shared_ptr<const Structure>, const SchedulerOptions&);
Prepared prepare_swot_portfolio(std::shared_ptr<const Structure>, const SchedulerOptions&);
Prepared prepare_swot_milp(std::shared_ptr<const Structure>, const SchedulerOptions&);

/// Words of one-shot's option `reading`, in the order of OneShot.
inline constexpr std::string_view one_shot_readings[] = {"best", "literal", "floor"};

/// Planes hold permutations: no unions, no mirrored halves.
std::optional<Reason> refuse_other_than_permutations(const Structure&, const SchedulerOptions&);
/// The same, and as many planes, all alike, as there are configurations.
std::optional<Reason> refuse_too_few_planes(const Structure&, const SchedulerOptions&);

/// Algorithms that planes can run are to choose from.
std::optional<Reason> refuse_without_algorithms(const Structure&, const SchedulerOptions&);

double formula_point_seconds(double n_steps);
double search_point_seconds(double n_steps);
double order_point_seconds(double n_steps);
double program_point_seconds(double n_steps);

}  // namespace lightsweep::solvers::swot
