#pragma once
// Schedulers of "When Light Bends to the Collective Will" (Addanki, HotNets 2025).

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers::addanki {

/// Longest step list whose schedules are listed; for longer ones the O(s) recurrence runs at every
/// point.
inline constexpr std::size_t most_listed_steps = 128;

/// The exact optimum over base and matching per step (eq. 7). Up to most_listed_steps steps all
/// useful schedules are listed as schedule costs. Beyond that, and where matchings take several
/// configurations, the O(s) recurrence of two_state.hpp runs at every point. Limit cases: delay 0
/// matches every step that the matching makes faster; an infinite delay stays on the base.
Prepared prepare_addanki(Subject, const SchedulerOptions&);
/// The paper's 0-1 program, solved point by point through CBC: a witness.
Prepared prepare_program(Subject, const SchedulerOptions&);

/// Optimal decision over base and matching at one point. O(s).
std::vector<std::uint64_t> decide_base_or_matching(const kernels::StepCosts& costs,
                                                   const kernels::Parameters& p);

// Extensions of Addanki (HotNets 2025) to the cases that the paper leaves open: matchings that are
// kept, pools of bases, delays that depend on the ports that change, and computation that hides
// delays. All are exact at every point, except the best pool where the pools are too many to be
// tried (solvers/addanki/best_pool.hpp).

/// States are the base and every distinct matching. Keeping a topology is free, and a matching may
/// carry later steps.
Prepared prepare_reuse(Subject, const SchedulerOptions&);
/// A matching for every step (BvN schedule); two steps in a row with the same circuits keep it for
/// free.
Prepared prepare_every_step_reuse(Subject, const SchedulerOptions&);
/// Base or matching, while the computation before each step hides the delay: max(0, delay -
/// compute_time) is charged.
Prepared prepare_overlap(Subject, const SchedulerOptions&);
/// Base or matching with the price delay [if any port changes] + port_delay * (ports whose target
/// changes).
Prepared prepare_ports(Subject, const SchedulerOptions&);
/// All bases of the problem's pool, or each step's own matching.
Prepared prepare_pool(Subject, const SchedulerOptions&);
/// At every point the best pool of the given size.
Prepared prepare_best_pool(Subject, const SchedulerOptions&);

}  // namespace lightsweep::solvers::addanki
