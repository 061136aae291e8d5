// Compiled once per vector width (LIGHTSWEEP_VECTOR_WIDTH); see step_sweep_vector.hpp.
#include "kernels/vector/step_sweep_vector.hpp"

#include "kernels/parallel/lanes.hpp"

namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH {

namespace {

using parallel::lane_count;
using parallel::LaneMask;
using parallel::Lanes;

constexpr double replaced_below = 1 - 1e-12;  // kernels::tie_factor

inline Lanes broadcast(double value) {
    return Lanes{} + value;
}

inline void store(double* to, const Lanes& lanes, std::size_t count) {
    std::memcpy(to, &lanes, count * sizeof(double));
}

/// Eight schedules being built: time so far and what it is made of.
struct Paths {
    Lanes time, reconfigurations, hops, congestion;
};

/// Per lane `b` if it is better than `a`, or equal with fewer reconfigurations; else `a`.
inline Paths better_of(const Paths& a, const Paths& b) {
    const LaneMask smaller = b.time < a.time * replaced_below;
    const LaneMask not_larger = ~(a.time < b.time * replaced_below);
    const LaneMask fewer = b.reconfigurations < a.reconfigurations;
    const LaneMask take = smaller | (not_larger & fewer);
    return {take ? b.time : a.time, take ? b.reconfigurations : a.reconfigurations,
            take ? b.hops : a.hops, take ? b.congestion : a.congestion};
}

/// S_i = B_i + min(S, T + delay), T_i = A_i + delay + min(S, T), from S_0 = 0, T_0 = infinity.
inline void sweep_two_state(const StepSweepTask& t, std::size_t at, std::size_t count) {
    Lanes delay = {};
    std::memcpy(&delay, t.delays + at, count * sizeof(double));
    const Lanes zero = {};
    Paths base{zero, zero, zero, zero};
    Paths matched{broadcast(__builtin_inf()), zero, zero, zero};
    for (std::size_t i = 0; i < t.n_steps; ++i) {
        const Paths back{matched.time + delay, matched.reconfigurations + 1.0, matched.hops,
                         matched.congestion};
        Paths stay = better_of(base, back);
        Paths match = better_of(base, matched);
        stay.time += t.matched_time[i] + t.extra_time[i];
        stay.hops += t.base_hops[i];
        stay.congestion += t.extra_share[i];
        match.time += t.matched_time[i] + delay;
        match.reconfigurations += 1.0;
        match.hops += t.matched_hops[i];
        base = stay;
        matched = match;
    }
    const Paths best = better_of(base, matched);
    store(t.hops + at, best.hops, count);
    store(t.congestion + at, best.congestion, count);
    store(t.reconfigurations + at, best.reconfigurations, count);
}

/// Matches a step iff the base would cost more than one delay beyond it.
inline void sweep_threshold(const StepSweepTask& t, std::size_t at, std::size_t count) {
    Lanes delay = {};
    std::memcpy(&delay, t.delays + at, count * sizeof(double));
    Lanes hops = {}, congestion = {}, reconfigurations = {}, bound = {};
    const Lanes zero = {};
    const Lanes one = broadcast(1.0);
    Lanes came_from_matching = {};
    for (std::size_t i = 0; i < t.n_steps; ++i) {
        const Lanes extra = broadcast(t.extra_time[i]);
        const LaneMask match = extra > delay;
        hops += match ? broadcast(t.matched_hops[i]) : broadcast(t.base_hops[i]);
        congestion += match ? zero : broadcast(t.extra_share[i]);
        reconfigurations += match ? one : came_from_matching;
        came_from_matching = match ? one : zero;
        bound += match ? delay : extra;
    }
    store(t.hops + at, hops, count);
    store(t.congestion + at, congestion, count);
    store(t.reconfigurations + at, reconfigurations, count);
    store(t.bound + at, bound, count);
}

template <typename Sweep>
inline void over_lanes(std::size_t n, const Sweep& sweep) {
    std::size_t at = 0;
    for (; at + lane_count <= n; at += lane_count) sweep(at, lane_count);
    if (at < n) sweep(at, n - at);
}

}  // namespace

void fill_threshold(const StepSweepTask& t) {
    over_lanes(t.n_delays,
               [&t](std::size_t at, std::size_t count) { sweep_threshold(t, at, count); });
}

void fill_two_state(const StepSweepTask& t) {
    over_lanes(t.n_delays,
               [&t](std::size_t at, std::size_t count) { sweep_two_state(t, at, count); });
}

}  // namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH
