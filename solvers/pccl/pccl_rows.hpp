#pragma once
// Registry rows of PCCL's schedulers.

#include <algorithm>
#include <array>

#include "solvers/contract/row_parts.hpp"
#include "solvers/pccl/pccl.hpp"

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

constexpr SchedulerTraits class_traits(std::string_view states = class_states) {
    return {.decision_bits = kernels::state_bits,
            .states = states,
            .state_kind = "pool-class",
            .bytes = bytes_by_matching,
            .hardware = BaseTraits{.reads_pool = true, .needs_pool = false}};
}
constexpr SchedulerTraits class_optimum_traits() {
    auto traits = class_traits();
    traits.lists_regions = true;
    return traits;
}
constexpr SchedulerTraits class_program_traits() {
    auto traits = with_bytes(class_traits(), bytes_of_walk_program);
    traits.lists_envelope = false;
    return traits;
}
constexpr SchedulerTraits class_portfolio_traits() {
    auto traits = class_traits(portfolio_states);
    traits.chooses_algorithm = true;
    return traits;
}

// Estimates in seconds, as in SchedulerRow.
inline constexpr auto pccl_prepare_seconds = [](double n) { return 1e-6 * std::min(n, 200.0) * n; };
inline constexpr auto pccl_point_seconds = [](double n) { return n > 30 ? 1e-8 * n * n : 1e-8; };

inline constexpr std::array pccl_rows{
    scheduler_row("pccl", "PCCL, Algorithm 1",
                  "optimum over the topology of every round: base, pool, the round's own circuits",
                  prepare_pccl, pccl_prepare_seconds, pccl_point_seconds, class_optimum_traits(),
                  class_options),
    scheduler_row(
        "pccl-milp", "PCCL, Algorithm 1", "the printed 0-1 program through CBC, a witness",
        prepare_pccl_milp, pccl_prepare_seconds,
        [](double n) { return 1e-3 + 1e-5 * n * n * n * n; }, class_program_traits(),
        class_program_options),
    scheduler_row("pccl-portfolio", "PCCL, extended",
                  "the fastest algorithm of a primitive (reduce-scatter/any), each by pccl",
                  prepare_portfolio, pccl_prepare_seconds, pccl_point_seconds,
                  class_portfolio_traits(), class_options),
};

}  // namespace lightsweep::solvers::pccl
