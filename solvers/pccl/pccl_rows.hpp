#pragma once
// Registry rows of PCCL's schedulers.

#include <array>

#include "solvers/contract/row_parts.hpp"
#include "solvers/pccl/pccl.hpp"
#include "solvers/pccl/portfolio.hpp"

namespace lightsweep::solvers::pccl {

inline constexpr std::array class_options{
    OptionRow{"stay_away", "1: the initial topology is left for good", &SchedulerOptions::stay_away,
              OptionRow::Range::no_or_yes}};

inline constexpr std::array class_program_options{class_options[0], program_options[0]};

inline constexpr std::string_view class_states =
    "16 bits per step, 4 steps per word: 0 the base, then the others of the pool in order, then "
    "the "
    "rounds' own circuits in the order of first use; topologies of the same links are one";
inline constexpr std::string_view portfolio_states =
    "16 bits per entry, 4 entries per word: of an open algorithm first its place among those of "
    "the primitive that run on so many nodes (the column algorithm names it), then every step: 0 "
    "the base, then the others of the pool in order, then the rounds' own circuits in the order of "
    "first use; topologies of the same links are one";

inline constexpr std::array pccl_rows{
    SchedulerRow{
        "pccl",
        "PCCL, Algorithm 1",
        "optimum over the topology of every round: base, pool, the round's own circuits",
        class_options,
        true,
        pccl::pccl_prepare_seconds,
        pccl::pccl_point_seconds,
        pccl::prepare_pccl,
        {.decision_bits = kernels::state_bits,
         .states = class_states,
         .state_kind = "pool-class",
         .lists_regions = true,
         .bytes = bytes_by_matching,
         .hardware =
             BaseTraits{.takes_transmitters = true, .reads_pool = true, .needs_pool = false}}},
    SchedulerRow{
        "pccl-milp",
        "PCCL, Algorithm 1",
        "the printed 0-1 program through CBC, a witness",
        class_program_options,
        true,
        pccl::pccl_prepare_seconds,
        pccl::class_program_point_seconds,
        pccl::prepare_pccl_milp,
        {.decision_bits = kernels::state_bits,
         .states = class_states,
         .state_kind = "pool-class",
         .lists_envelope = false,
         .bytes = bytes_of_walk_program,
         .hardware =
             BaseTraits{.takes_transmitters = true, .reads_pool = true, .needs_pool = false}}},
    SchedulerRow{
        "pccl-portfolio",
        "PCCL, extended",
        "the fastest algorithm of a primitive (reduce-scatter/any), each by pccl",
        class_options,
        true,
        pccl::portfolio_prepare_seconds,
        pccl::portfolio_point_seconds,
        pccl::prepare_portfolio,
        {.decision_bits = kernels::state_bits,
         .states = portfolio_states,
         .state_kind = "pool-class",
         .chooses_algorithm = true,
         .bytes = bytes_by_matching,
         .hardware =
             BaseTraits{.takes_transmitters = true, .reads_pool = true, .needs_pool = false}}},
};

}  // namespace lightsweep::solvers::pccl
