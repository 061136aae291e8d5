#pragma once
// Registry rows of the schedulers of Addanki 2025 and of its extensions.

#include <algorithm>
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

/// On a base topology, with steps to several peers at once.
constexpr SchedulerTraits over_base(MultiPeerSteps steps) {
    return {.lists_envelope = false, .hardware = BaseTraits{.multi_peer_steps = steps}};
}
constexpr SchedulerTraits optimum_traits() {
    auto traits = over_base(MultiPeerSteps::any);
    traits.lists_envelope = traits.lists_regions = true;
    return traits;
}
/// Of schedulers between more than two states, which a pool of bases or standing matchings give.
constexpr SchedulerTraits states_traits(std::string_view states, std::string_view kind,
                                        const BaseTraits& hardware = {}) {
    return {.decision_bits = kernels::state_bits,
            .states = states,
            .state_kind = kind,
            .lists_envelope = !hardware.reads_pool_size,
            .hardware = hardware};
}
constexpr SchedulerTraits overlap_traits() {
    auto traits = over_base(MultiPeerSteps::cut);
    std::get<BaseTraits>(traits.hardware).needs_compute_time = true;
    return traits;
}

// Estimates in seconds, as in SchedulerRow.
inline constexpr auto addanki_prepare_seconds = [](double n) {
    return n > most_listed_steps ? 1e-8 * n : 3e-8 * n * n * n;
};
inline constexpr auto addanki_point_seconds = [](double n) {
    return n > most_listed_steps ? 1e-9 * n : 1e-8;
};
/// The flows are those of the problem.
inline constexpr auto pool_prepare_seconds = [](double) { return 5e-3; };

inline constexpr std::array addanki_rows{
    scheduler_row("addanki", "Addanki 2025, eq. 7", "optimum over base and matching in every step",
                  prepare_addanki, addanki_prepare_seconds, addanki_point_seconds,
                  optimum_traits()),
    scheduler_row(
        "addanki-milp", "Addanki 2025, eq. 7", "the printed 0-1 program through CBC, a witness",
        prepare_program, no_seconds, [](double n) { return 1e-4 + 1e-5 * n; },
        with_bytes(over_base(MultiPeerSteps::any), bytes_of_program), program_options),
    scheduler_row("every-step-reuse", "baseline (BvN schedule)",
                  "a matching for every step; a standing matching is kept without a delay",
                  prepare_every_step_reuse, fixed_prepare_seconds, fixed_point_seconds,
                  states_traits(standing_states, "standing")),
    scheduler_row(
        "addanki-reuse", "Addanki 2025, extended",
        "optimum if topologies stand: keeping one is free, old matchings carry later steps",
        prepare_reuse, [](double n) { return 4e-3 + 4e-7 * n * n * std::min(n, 128.0); },
        [](double n) { return n > 128 ? 5e-10 * n * n : 2e-8; },
        with_bytes(states_traits(standing_states, "standing"), bytes_by_matching)),
    scheduler_row("addanki-overlap", "Addanki 2025, extended",
                  "optimum over base and matching; computation before a step hides the delay",
                  prepare_overlap, addanki_prepare_seconds, addanki_point_seconds,
                  overlap_traits()),
    scheduler_row("addanki-ports", "Addanki 2025, extended",
                  "optimum over base and matching; delay + port_delay per port that changes",
                  prepare_ports, no_seconds, [](double n) { return 1e-8 + 1.2e-8 * n; },
                  {.lists_envelope = false, .hardware = BaseTraits{.reads_port_delay = true}}),
    scheduler_row(
        "addanki-pool", "Addanki 2025, extended",
        "optimum over the bases of a pool and the matching", prepare_pool, pool_prepare_seconds,
        [](double n) { return 1e-8 + 5e-9 * n; },
        states_traits(pool_states, "pool", {.reads_pool = true})),
    scheduler_row(
        "addanki-best-pool", "Addanki 2025, extended",
        "the best pool of pool_size bases, and the optimum over it", prepare_best_pool,
        pool_prepare_seconds, [](double n) { return 2e-7 * (1 + n); },
        states_traits(pool_states, "pool", {.reads_pool = true, .reads_pool_size = true}),
        pool_options),
};

}  // namespace lightsweep::solvers::addanki
