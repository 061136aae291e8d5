#pragma once
// Interface between state_sweep.cpp and its builds for the vector widths: plain pointers only. A
// task is one block of parallel::lane_count delays; arrays over lanes have that many elements.

#include <cstddef>
#include <cstdint>

namespace lightsweep::kernels {

/// Every change costs one delay. States below n_standing are free when kept, the others never.
struct UniformTask {
    const double* time;  ///< [step][state] without delays [s]; infinite: no choice
    std::size_t n_steps, n_states, n_standing;
    const double* delays;   ///< [lane]
    const double* penalty;  ///< [state][lane], 0 or infinite; or null
    double* rest;           ///< scratch, [state][2][lane]
    std::int64_t* target;   ///< [step][lane]: where a change leads; or null
    std::int64_t* stays;    ///< [step][state][lane]: -1 if the state is kept, else 0; or null
    double* cost;           ///< [lane] of all steps, from state 0
};

/// A change from state j to k before step i costs delay * factor + fixed, kept states included.
struct PairTask {
    const double* time;  ///< as above
    std::size_t n_steps, n_states;
    const double *factor, *fixed;  ///< [step][from][to]; counted where factor > 0
    const double* delays;
    double* rest;          ///< scratch, [2][state][2][lane]
    std::int64_t* target;  ///< [step][from][lane]
};

/// States in force and what may follow them: kernels/envelopes/walk_sweep.hpp, WalkSteps.
struct EdgeTask {
    const double* time;  ///< [step][state] without delays [s]; infinite: no choice
    const double* size;  ///< [step][state]: what is made least where times and changes are equal
    std::size_t n_steps, n_states;
    const std::uint16_t* topology;  ///< [state]
    const std::uint32_t* first;     ///< [step][state], and one more
    const std::uint16_t* next;
    const double* delays;  ///< [lane]
    /// Scratch, [2][state][3][lane]: cost, changes, size. The first half holds what follows the
    /// last step, and afterwards the sums of all steps.
    double* rest;
    std::int64_t* target;  ///< [step][from][lane]
};

#define LIGHTSWEEP_DECLARE_WIDTH(width)          \
    namespace width {                            \
    void solve_uniform(const UniformTask& task); \
    void solve_pairs(const PairTask& task);      \
    void solve_edges(const EdgeTask& task);      \
    }
LIGHTSWEEP_DECLARE_WIDTH(baseline)
LIGHTSWEEP_DECLARE_WIDTH(avx2)
LIGHTSWEEP_DECLARE_WIDTH(avx512)
#undef LIGHTSWEEP_DECLARE_WIDTH

}  // namespace lightsweep::kernels
