#pragma once
// The papers' schedulers under one accounting (rules = common). All have the same k lanes of b / k
// per node, per-step and per-hop latency, congestion by flow or by paths, and one delay per change.
// The base is in force at the start, and keeping circuits is free. Each scheduler chooses from what
// its paper allows, as topologies of lanes (solvers/one_accounting/lanes/lane_pool.hpp).
//
//   static, s-bruck, ring-hamiltonian   the base in every step
//
//   every-step, strawman, g-bruck       each step's own circuits; equal to every-step-reuse here
//   threshold                           own circuits iff they save more than a delay, else the base
//   addanki, addanki-milp               the base or the step's own circuits
//   pccl, pccl-milp                     as addanki, or circuits that an earlier step has set up
//   pccl-portfolio                      as pccl, and it chooses the algorithm of the primitive
//   addanki-reuse                       the base or the circuits of any step
//   bridge, bridge-ilp                  Bruck on subrings of stride 2^e, on all lanes or both ways
//   bridge-paper                        as bridge, with segments by the paper's recipe
//   r-hd                                exchanges: the base up to the best step, then own circuits
//   one-shot                            one partition of the lanes over all permutations
//   segments                            any topology of the pool, for every run of steps
//   swot, swot-milp                     lanes as planes that change one by one, single hops
//   segments-overlap                    planes one by one over several hops: never worse than both
//   ideal                               no reconfiguration: a value to compare with, not a schedule
//
// The schedulers ...-milp and -ilp find the same optimum by a program (uniform_program.hpp,
// swot/swot_milp.hpp). Names of other rules that have no place here refuse with the reason
// (common_rows.hpp). If the base has to be restored at the end, schedulers of one topology at a
// time pay one more delay unless they end on it; schedulers of single planes refuse.

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers::one_accounting {

using Subject = std::shared_ptr<const Problem>;
using Prepared = std::unique_ptr<PreparedScheduler>;

Prepared prepare_static(Subject, const SchedulerOptions&);
Prepared prepare_every_step(Subject, const SchedulerOptions&);
Prepared prepare_threshold(Subject, const SchedulerOptions&);
Prepared prepare_addanki(Subject, const SchedulerOptions&);
Prepared prepare_pccl(Subject, const SchedulerOptions&);
Prepared prepare_bridge(Subject, const SchedulerOptions&);
Prepared prepare_r_hd(Subject, const SchedulerOptions&);
Prepared prepare_one_shot(Subject, const SchedulerOptions&);
Prepared prepare_segments(Subject, const SchedulerOptions&);
Prepared prepare_ideal(Subject, const SchedulerOptions&);
Prepared prepare_addanki_milp(Subject, const SchedulerOptions&);
Prepared prepare_addanki_reuse(Subject, const SchedulerOptions&);
Prepared prepare_pccl_milp(Subject, const SchedulerOptions&);
Prepared prepare_bridge_paper(Subject, const SchedulerOptions&);
Prepared prepare_bridge_ilp(Subject, const SchedulerOptions&);
Prepared prepare_swot(Subject, const SchedulerOptions&);
Prepared prepare_swot_milp(Subject, const SchedulerOptions&);

using WhyNot = std::optional<Reason>(const Problem&, const SchedulerOptions&);
WhyNot refuse_off_base, refuse_without_own, refuse_long_rules, refuse_long_matchings,
    refuse_long_walks, refuse_long_programs, refuse_long_pools, refuse_other_than_bruck,
    refuse_other_than_one_bruck, refuse_other_than_exchange, refuse_other_than_ring,
    refuse_other_than_partition;

}  // namespace lightsweep::solvers::one_accounting
