#pragma once
// Interface between pair_sweep.cpp and its builds for the vector widths: plain pointers only. A
// task is one block of parallel::lane_count delays; arrays over lanes have that many elements.

#include <cstddef>
#include <cstdint>

#include "kernels/parallel/vector_width.hpp"

namespace lightsweep::kernels {

/// States in force and what may follow them: kernels/envelopes/pair_sweep.hpp, PairWalk.
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

}  // namespace lightsweep::kernels
