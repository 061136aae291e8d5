#pragma once
// Registry rows of BRIDGE's schedulers and of the algorithms that it is compared with.

#include <algorithm>
#include <array>

#include "solvers/bridge/bridge.hpp"
#include "solvers/contract/row_parts.hpp"

namespace lightsweep::solvers::bridge {

inline constexpr std::array first_options{
    OptionRow{"charge_first", "1: setting up the links of the first step is charged too",
              &SchedulerOptions::charge_first, OptionRow::Range::no_or_yes}};

inline constexpr std::array window_options{
    OptionRow{"mixed", "1: short steps of a segment in a ring, long ones by Bruck",
              &SchedulerOptions::mixed, OptionRow::Range::no_or_yes}};

inline constexpr std::string_view subring_states =
    "8 bits per step, 8 steps per word: t the subring of stride (ports + 1)^t, 0 the ring";
inline constexpr std::string_view window_states =
    "8 bits per step, 8 steps per word: t the subring of stride 2^t by Bruck, s + t the same in a "
    "windowed ring, s = ceil(log2 nodes)";
inline constexpr std::string_view exchange_states =
    "8 bits per step, 8 steps per word: 0 the ring, k + 1 the exchange with j xor 2^k";

/// Common traits of BRIDGE's rows.
constexpr SchedulerTraits subring_traits(WhyNotApplicable why_not,
                                         std::string_view takes = "Bruck's collectives") {
    return {
        .decision_bits = subring_bits,
        .states = subring_states,
        .state_kind = "subring",
        .takes = takes,
        .why_not_applicable = why_not,
        .hardware = BaseTraits{.multi_peer_steps = MultiPeerSteps::any, .reads_subrings = true}};
}

/// Traits of the optimum over segments, whose list of schedule costs shows where each schedule is
/// best.
constexpr SchedulerTraits joint_traits() {
    auto traits = subring_traits(refuse_other_than_bruck);
    traits.lists_regions = true;
    return traits;
}

/// Traits of the scheduler whose segments may be a ring in windows.
constexpr SchedulerTraits window_traits() {
    auto traits =
        subring_traits(refuse_without_windows,
                       "near Bruck's reduce-scatter, all-gather and all-reduce on one port");
    traits.states = window_states;
    traits.state_kind = "subring-or-window";
    return traits;
}

/// Traits of the program, which finds one schedule at a time.
constexpr SchedulerTraits interval_traits() {
    auto traits = subring_traits(refuse_other_than_bruck);
    traits.lists_envelope = false;
    traits.bytes = bytes_of_program;
    return traits;
}

/// Traits of the scheduler that uses matchings instead of subrings.
constexpr SchedulerTraits exchange_traits() {
    auto traits = subring_traits(refuse_other_than_exchange, "exchanges with j xor 2^k");
    traits.states = exchange_states;
    traits.state_kind = "exchange";
    traits.hardware = BaseTraits{.reads_subrings = true};
    return traits;
}

// Estimates in seconds, as in SchedulerRow.
/// An all-reduce with more steps than this uses the recurrence at every point.
inline constexpr double most_listed_steps = 24;
/// Seconds to list the schedules, which grow with pairs of schedules; above the limit the seconds
/// until the attempt is given up.
inline constexpr auto bridge_prepare_seconds = [](double n) {
    return 1e-5 + std::min(8e-3, 1.5e-7 * n * n * n);
};

inline constexpr std::array bridge_rows{
    scheduler_row(
        "bridge", "BRIDGE, extended",
        "optimum over all segments of subrings, any volumes and nodes", prepare_bridge,
        bridge_prepare_seconds, [](double n) { return n > most_listed_steps ? 5e-8 * n : 1e-8; },
        joint_traits()),
    scheduler_row(
        "bridge-hybrid", "BRIDGE, extended",
        "optimum over segments by Bruck or by a ring in windows of the segment's stride",
        prepare_bridge_hybrid, [](double n) { return 1e-5 + std::min(8e-3, 1.5e-6 * n * n * n); },
        [](double n) { return n > most_listed_steps ? 1e-7 * n : 1e-8; }, window_traits(),
        window_options),
    scheduler_row("bridge-paper", "BRIDGE, section 3.6",
                  "the best of balanced and least-transmission segments, for any number of them",
                  prepare_bridge_paper, bridge_prepare_seconds, fixed_point_seconds,
                  subring_traits(refuse_other_than_one_bruck, "Bruck's collectives, one at a time"),
                  recipe_options),
    scheduler_row(
        "bridge-ilp", "BRIDGE, section 3.5", "the interval program through CBC, a witness",
        prepare_bridge_ilp, bridge_prepare_seconds, [](double n) { return 5e-4 + 2e-5 * n * n; },
        interval_traits(), program_options),
    without_delay(scheduler_row("s-bruck", "BRIDGE, section 4", "Bruck on the ring throughout",
                                prepare_s_bruck, fixed_prepare_seconds, fixed_point_seconds,
                                subring_traits(refuse_other_than_bruck))),
    scheduler_row("g-bruck", "BRIDGE, section 4", "Bruck with a subring of its own for every step",
                  prepare_g_bruck, fixed_prepare_seconds, fixed_point_seconds,
                  subring_traits(refuse_other_than_bruck), first_options),
    scheduler_row("r-hd", "BRIDGE, section 4.3",
                  "exchanges on the ring up to the best switch step, then each on its own matching",
                  prepare_r_hd, bridge_prepare_seconds, fixed_point_seconds, exchange_traits()),
    without_delay(scheduler_row("ring-hamiltonian", "BRIDGE, section 4.3",
                                "the ring algorithm on the ring", prepare_ring,
                                fixed_prepare_seconds, fixed_point_seconds,
                                subring_traits(refuse_other_than_ring, "ring algorithms"))),
};

}  // namespace lightsweep::solvers::bridge
