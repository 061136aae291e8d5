#pragma once
// The baselines, schedules that need no search, and their registry rows.

#include <array>

#include "solvers/contract/row_parts.hpp"
#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::solvers::baselines {

// Baselines for adaptive schedules: never reconfigure, always reconfigure, and a rule that does not
// look ahead.

/// The base in every step, without any reconfiguration: sum of B_i.
Prepared prepare_static(Subject, const SchedulerOptions&);
/// Every step on its own matching with one delay each, including the first (BvN schedule): sum of
/// A_i + delay.
Prepared prepare_every_step(Subject, const SchedulerOptions&);
/// The threshold rule: a step is matched iff that saves more than one delay. Its time is at most
/// twice the optimum. Its lower bound is the sum over steps of min(base, matching + delay), which
/// no schedule undercuts.
Prepared prepare_threshold(Subject, const SchedulerOptions&);

inline constexpr BaseTraits any_peers{.multi_peer_steps = MultiPeerSteps::any};

inline constexpr std::array baseline_rows{
    without_delay(scheduler_row("static", "baseline", "the base topology in every step",
                                prepare_static, fixed_prepare_seconds, fixed_point_seconds,
                                {.stays = true, .hardware = any_peers})),
    scheduler_row("every-step", "baseline (BvN schedule)",
                  "a matching for every step, one delay each", prepare_every_step,
                  fixed_prepare_seconds, fixed_point_seconds,
                  {.always_changes = true, .hardware = any_peers}),
    scheduler_row("threshold", "Addanki 2025, section 4",
                  "match a step iff it saves more than one delay; 2-competitive", prepare_threshold,
                  no_seconds, [](double n) { return 1e-8 + 1e-9 * n; },
                  {.lists_envelope = false, .hardware = any_peers}),
};

}  // namespace lightsweep::solvers::baselines
