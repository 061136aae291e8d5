#pragma once
// The schedulers of BRIDGE. All list schedule costs over walks through subrings or matchings.
//
//   bridge            optimum over all segments (solvers/walks/walk_envelope.hpp)
//   bridge-hybrid     optimum where a segment may also run as a ring in windows (ring_windows.hpp)
//   bridge-paper      recipe of section 3.6: balanced or least-transmission segments, any R
//   bridge-ilp        the interval program through CBC, a witness
//   s-bruck           Bruck in one segment on the ring
//   g-bruck           Bruck with a segment per step
//   r-hd              halving-doubling: the ring up to a switch step, then a matching per step
//   ring-hamiltonian  the ring algorithm on the ring
//
// On the subring of stride r^t a step by r^e costs r^(e-t) hops and r^(e-t) times its bytes (radix
// r). Limit cases: without delay g-bruck is optimal, with an infinite delay s-bruck.

#include "solvers/bridge/subring_space.hpp"
#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers::bridge {

Prepared prepare_bridge(Subject problem, const SchedulerOptions&);
/// With options.mixed, both algorithms may share a segment.
Prepared prepare_bridge_hybrid(Subject problem, const SchedulerOptions& options);
/// The recipe's schedules of a Bruck collective, as one subring exponent per step: balanced
/// segments and, where volumes fall, least-transmission segments. Every half has `reconfigurations`
/// changes; a negative number asks for all counts.
std::vector<std::vector<std::size_t>> recipe_walks(const kernels::Collective& collective,
                                                   int reconfigurations);
/// With options.reconfigurations only schedules with this number of changes are used; the reason is
/// too_many_reconfigurations if a part has no more steps than that.
Prepared prepare_bridge_paper(Subject problem, const SchedulerOptions& options);
Prepared prepare_bridge_ilp(Subject problem, const SchedulerOptions& options);
Prepared prepare_s_bruck(Subject problem, const SchedulerOptions&);
/// With options.charge_first, setting up the first step's links is charged too (s reconfigurations
/// instead of s - 1).
Prepared prepare_g_bruck(Subject problem, const SchedulerOptions& options);
Prepared prepare_r_hd(Subject problem, const SchedulerOptions&);
Prepared prepare_ring(Subject problem, const SchedulerOptions&);

std::optional<Reason> refuse_other_than_bruck(const Problem& problem, const SchedulerOptions&);
std::optional<Reason> refuse_other_than_exchange(const Problem& problem, const SchedulerOptions&);
std::optional<Reason> refuse_other_than_ring(const Problem& problem, const SchedulerOptions&);
/// Accepts Bruck's algorithms but no sequence, because the recipe is for one collective.
std::optional<Reason> refuse_other_than_one_bruck(const Problem& problem,
                                                  const SchedulerOptions& options);

std::optional<Reason> refuse_without_windows(const Problem& problem,
                                             const SchedulerOptions& options);

}  // namespace lightsweep::solvers::bridge
