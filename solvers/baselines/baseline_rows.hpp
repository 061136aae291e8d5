#pragma once
// Registry rows of the baselines: schedules that need no search.

#include <array>

#include "solvers/baselines/baselines.hpp"
#include "solvers/contract/row_parts.hpp"

namespace lightsweep::solvers::baselines {

inline constexpr std::array baseline_rows{
    SchedulerRow{"static",
                 "baseline",
                 "the base topology in every step",
                 {},
                 false,
                 fixed_prepare_seconds,
                 fixed_point_seconds,
                 baselines::prepare_static,
                 {.stays = true,
                  .hardware = BaseTraits{.multi_peer_steps = MultiPeerSteps::any,
                                         .takes_transmitters = true}}},
    SchedulerRow{
        "every-step",
        "baseline (BvN schedule)",
        "a matching for every step, one delay each",
        {},
        true,
        fixed_prepare_seconds,
        fixed_point_seconds,
        baselines::prepare_every_step,
        {.always_changes = true, .hardware = BaseTraits{.multi_peer_steps = MultiPeerSteps::any}}},
    SchedulerRow{
        "threshold",
        "Addanki 2025, section 4",
        "match a step iff it saves more than one delay; 2-competitive",
        {},
        true,
        no_seconds,
        baselines::threshold_point_seconds,
        baselines::prepare_threshold,
        {.lists_envelope = false, .hardware = BaseTraits{.multi_peer_steps = MultiPeerSteps::any}}},
};

}  // namespace lightsweep::solvers::baselines
