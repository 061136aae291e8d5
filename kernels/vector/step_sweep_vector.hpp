#pragma once
// Interface between the step-by-step sweeps (threshold rule, two-state dynamic program on long step
// lists) and their builds for the vector widths: plain pointers only.

#include <cstddef>

#include "kernels/parallel/vector_width.hpp"

namespace lightsweep::kernels {

/// One row of delays over n_steps steps. Per step, at the row's parameters: time on the matching
/// and what the base takes beyond it [s] (infinite if unreachable); links and congestion share of
/// both.
struct StepSweepTask {
    const double *matched_time, *extra_time;
    const double *base_hops, *matched_hops, *extra_share;
    std::size_t n_steps;
    const double* delays;
    std::size_t n_delays;
    double *hops, *congestion, *reconfigurations;  ///< sums over the steps, per delay
    double* bound;  ///< threshold only: sum of min(extra, delay), a lower bound on extra + delays
};

LIGHTSWEEP_AT_EVERY_WIDTH(void fill_threshold(const StepSweepTask& task);
                          void fill_two_state(const StepSweepTask& task);)

}  // namespace lightsweep::kernels
