#pragma once
// Registry rows of the schedulers of Addanki 2025 and of its extensions.

#include <array>

#include "solvers/addanki/addanki.hpp"
#include "solvers/contract/row_parts.hpp"

namespace lightsweep::solvers::addanki {

inline constexpr std::array pool_options{
    OptionRow{"max_pools",
              "largest number of pools that are all tried; with more, bases are added one by one "
              "and the rows carry a bound",
              &SchedulerOptions::max_pools}};

inline constexpr std::string_view standing_states =
    "16 bits per step, 4 steps per word: 0 the base, d the d-th distinct matching in the order of "
    "first use";
inline constexpr std::string_view pool_states =
    "16 bits per step, 4 steps per word: 0 the base, then the others of the pool in order, then "
    "the "
    "step's own matching";

inline constexpr std::array addanki_rows{
    SchedulerRow{
        "addanki",
        "Addanki 2025, eq. 7",
        "optimum over base and matching in every step",
        {},
        true,
        addanki::addanki_prepare_seconds,
        addanki::addanki_point_seconds,
        addanki::prepare_addanki,
        {.lists_regions = true, .hardware = BaseTraits{.multi_peer_steps = MultiPeerSteps::any}}},
    SchedulerRow{
        "addanki-milp",
        "Addanki 2025, eq. 7",
        "the printed 0-1 program through CBC, a witness",
        program_options,
        true,
        no_seconds,
        addanki::program_point_seconds,
        addanki::prepare_program,
        {.lists_envelope = false, .hardware = BaseTraits{.multi_peer_steps = MultiPeerSteps::any}}},
    SchedulerRow{"every-step-reuse",
                 "baseline (BvN schedule)",
                 "a matching for every step; a standing matching is kept without a delay",
                 {},
                 true,
                 fixed_prepare_seconds,
                 fixed_point_seconds,
                 addanki::prepare_every_step_reuse,
                 {.decision_bits = kernels::state_bits,
                  .states = standing_states,
                  .state_kind = "standing"}},
    SchedulerRow{
        "addanki-reuse",
        "Addanki 2025, extended",
        "optimum if topologies stand: keeping one is free, old matchings carry later steps",
        {},
        true,
        addanki::reuse_prepare_seconds,
        addanki::reuse_point_seconds,
        addanki::prepare_reuse,
        {.decision_bits = kernels::state_bits,
         .states = standing_states,
         .state_kind = "standing"}},
    SchedulerRow{"addanki-overlap",
                 "Addanki 2025, extended",
                 "optimum over base and matching; computation before a step hides the delay",
                 {},
                 true,
                 addanki::addanki_prepare_seconds,
                 addanki::addanki_point_seconds,
                 addanki::prepare_overlap,
                 {.lists_envelope = false,
                  .hardware = BaseTraits{.multi_peer_steps = MultiPeerSteps::one_configuration,
                                         .needs_compute_time = true}}},
    SchedulerRow{"addanki-ports",
                 "Addanki 2025, extended",
                 "optimum over base and matching; delay + port_delay per port that changes",
                 {},
                 true,
                 no_seconds,
                 addanki::ports_point_seconds,
                 addanki::prepare_ports,
                 {.lists_envelope = false, .hardware = BaseTraits{.reads_port_delay = true}}},
    SchedulerRow{"addanki-pool",
                 "Addanki 2025, extended",
                 "optimum over the bases of a pool and the matching",
                 {},
                 true,
                 addanki::pool_prepare_seconds,
                 addanki::pool_point_seconds,
                 addanki::prepare_pool,
                 {.decision_bits = kernels::state_bits,
                  .states = pool_states,
                  .state_kind = "pool",
                  .hardware = BaseTraits{.reads_pool = true}}},
    SchedulerRow{"addanki-best-pool",
                 "Addanki 2025, extended",
                 "the best pool of pool_size bases, and the optimum over it",
                 pool_options,
                 true,
                 addanki::pool_prepare_seconds,
                 addanki::best_pool_point_seconds,
                 addanki::prepare_best_pool,
                 {.decision_bits = kernels::state_bits,
                  .states = pool_states,
                  .state_kind = "pool",
                  .lists_envelope = false,
                  .hardware = BaseTraits{.reads_pool = true, .reads_pool_size = true}}},
};

}  // namespace lightsweep::solvers::addanki
