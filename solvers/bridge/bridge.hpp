#pragma once
// The schedulers of BRIDGE, all as cost planes over walks of subrings or matchings.
//
//   bridge            optimum over all segments (solvers/walk_planes.hpp, walk_plan.hpp)
//   bridge-hybrid     the same where a segment may run as a ring in windows (ring_windows.hpp)
//   bridge-paper      the recipe of section 3.6: balanced or least transmission, any R
//   bridge-ilp        the interval program through CBC, a witness
//   s-bruck, g-bruck  one segment; every step a segment of its own
//   r-hd              halving-doubling: the ring up to a switch step, then a matching each
//   ring-hamiltonian  the ring algorithm on the ring

#include "solvers/bridge/subring_space.hpp"

namespace lightsweep::solvers::bridge {

using Prepared = std::unique_ptr<PreparedScheduler>;

Prepared prepare_bridge(Subject structure, const SchedulerOptions&);
/// options.mixed: both algorithms may share a segment.
Prepared prepare_bridge_hybrid(Subject structure, const SchedulerOptions& options);
/// The recipe's schedules of a Bruck collective, a subring's exponent per step: balanced and (where
/// volumes fall) least-transmission segments; with so many changes in each half, all if < 0.
std::vector<std::vector<std::size_t>> recipe_walks(const kernels::Collective& collective,
                                                   int reconfigurations);
/// options.reconfigurations: that many alone; too_many_reconfigurations if a part has no more
/// steps.
Prepared prepare_bridge_paper(Subject structure, const SchedulerOptions& options);
Prepared prepare_bridge_ilp(Subject structure, const SchedulerOptions& options);
Prepared prepare_s_bruck(Subject structure, const SchedulerOptions&);
/// options.charge_first: the first step's links are set up too (s reconfigurations, not s - 1).
Prepared prepare_g_bruck(Subject structure, const SchedulerOptions& options);
Prepared prepare_r_hd(Subject structure, const SchedulerOptions&);
Prepared prepare_ring(Subject structure, const SchedulerOptions&);

std::optional<Reason> refuse_other_than_bruck(const Structure& structure, const SchedulerOptions&);
std::optional<Reason> refuse_other_than_exchange(const Structure& structure,
                                                 const SchedulerOptions&);
std::optional<Reason> refuse_other_than_ring(const Structure& structure, const SchedulerOptions&);
/// Bruck, and no sequence: the recipe is for one collective.
std::optional<Reason> refuse_other_than_one_bruck(const Structure& structure,
                                                  const SchedulerOptions& options);

std::optional<Reason> refuse_without_windows(const Structure& structure,
                                             const SchedulerOptions& options);

double bridge_prepare_seconds(double n_steps);
double bridge_point_seconds(double n_steps);
double hybrid_prepare_seconds(double n_steps);
double hybrid_point_seconds(double n_steps);
double program_point_seconds(double n_steps);

}  // namespace lightsweep::solvers::bridge
