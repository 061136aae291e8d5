#pragma once
// SWOT's schedulers as registry functions. A point is a plane problem whose unit of data is the
// amount that all planes together carry in one second. The problem thus depends on message and
// bandwidth only through their ratio.
//
//   ideal           sum of bytes / bandwidth + latency: no reconfiguration at all (a formula)
//   strawman        all planes in every step; they reconfigure together, and meanwhile none sends
//   one-shot        every configuration keeps its own planes for good
//   swot            solve(), for sequences solve_sequence(): a schedule and a bound within a budget
//   swot-order      choose_order(): swot over all orders that the collective leaves free
//   swot-portfolio  the best algorithm of a primitive, each by swot
//   swot-milp       solve_by_program(): the compact program through CBC
//
// Parts of the time (SWOT's rules): startup = steps x latency; transmission = bytes / bandwidth of
// all planes; reconfiguration = the rest, i.e. the time that reconfigurations could not hide.
// one-shot has no reconfigurations in the rest; its rest is congestion, because planes are idle.

#include "solvers/contract/scheduler_row.hpp"
#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

/// The plane problem of a collective on switch planes at result i of a row. Throws
/// std::invalid_argument as kernels::plane_steps does.
kernels::PlaneProblem plane_problem(const kernels::Collective& collective,
                                    const SwitchPlanes& planes, const kernels::DelayRow& row,
                                    std::size_t i);

Prepared prepare_ideal(Subject, const SchedulerOptions&);
Prepared prepare_strawman(Subject, const SchedulerOptions&);
Prepared prepare_one_shot(Subject, const SchedulerOptions&);
Prepared prepare_swot(Subject, const SchedulerOptions&);
Prepared prepare_swot_order(Subject, const SchedulerOptions&);
Prepared prepare_swot_portfolio(Subject, const SchedulerOptions&);
Prepared prepare_swot_milp(Subject, const SchedulerOptions&);

/// The scheduler that searches, by name.
inline constexpr std::string_view search_name = "swot";

/// Words of one-shot's option `reading`, in the order of OneShot.
inline constexpr std::string_view one_shot_readings[] = {"best", "literal", "floor"};

/// Refuses mirrored halves, because a plane holds one permutation.
std::optional<Reason> refuse_mirrored_halves(const Problem&, const SchedulerOptions&);
/// Refuses as above, and also unless there are at least as many planes as configurations and all
/// planes are equal.
std::optional<Reason> refuse_too_few_planes(const Problem&, const SchedulerOptions&);

/// Refuses unless there are algorithms to choose from that planes can run.
std::optional<Reason> refuse_without_algorithms(const Problem&, const SchedulerOptions&);

}  // namespace lightsweep::solvers::swot
