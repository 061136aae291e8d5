#pragma once
// Interface between kernels/envelopes/layered_walk.cpp and its builds for the vector widths: plain
// pointers only. A task is one block of parallel::lane_count weights; arrays over lanes have that
// many elements.

#include <cstddef>
#include <cstdint>

#include "kernels/parallel/vector_width.hpp"

namespace lightsweep::kernels {

/// A state that carries a step, and what the step costs in it.
struct StateCost {
    std::uint32_t state;
    bool may_enter;  ///< else it is only ever kept
    double hops, congestion;
};

struct LayerTask {
    const StateCost* choices;
    std::size_t size;
};

struct LayeredTask {
    const LayerTask* layers;
    std::size_t n_steps, n_states, n_standing;  ///< only states below n_standing can be kept
    bool restore;
    const double* weights;  ///< [hops, congestion, change, fixed][lane]
    const double* penalty;  ///< [state][lane], 0 or infinite; or null
    double* rest;           ///< scratch, [state][2][lane]
    std::uint32_t* met;     ///< scratch, [state]
    std::int64_t* entered;  ///< [step][lane]: the best state to change to
    /// [choice of any step, and the start][lane]: not 0 if a change follows.
    std::int8_t* leaves;
    double* weight;  ///< [lane] of all steps, from state 0
};

/// solve_layers: false if there is no walk.
LIGHTSWEEP_AT_EVERY_WIDTH(bool solve_layers(const LayeredTask& task);)

// Interface between layered_walk.cpp and its builds for the vector widths: plain pointers only. A
// task is one block of parallel::lane_count delays; arrays over lanes have that many elements.

/// States in force and what may follow them: kernels/envelopes/layered_walk.hpp, PairWalk.
struct PairTask {
    const double* time;  ///< [step][state] without delays [s]; infinite: no choice
    const double* size;  ///< [step][state]: what is made least where times and changes are equal
    std::size_t n_steps, n_states;
    const std::uint32_t* first;  ///< [step][state], and one more
    const std::uint16_t* next;   ///< [edge]
    const double* factor;        ///< [edge]: multiplies the delay; a change where > 0
    const double* fixed;         ///< [edge], beside the delay [s]; or null
    const double* delays;        ///< [lane]
    /// Scratch, [2][state][3][lane]: cost, changes, size. The first half holds what follows the
    /// last step, and afterwards the sums of all steps.
    double* rest;
    std::int64_t* taken;  ///< [step][from][lane]: the edge
};

LIGHTSWEEP_AT_EVERY_WIDTH(void solve_pairs(const PairTask& task);)

// The step-by-step sweeps: the threshold rule, and the two-state dynamic program on long step
// lists.

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
