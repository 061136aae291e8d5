// Compiled once per vector width (LIGHTSWEEP_VECTOR_WIDTH); see plane_minimum_vector.hpp.
#include "kernels/vector/plane_minimum_vector.hpp"

#include "kernels/parallel/lanes.hpp"

namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH {

namespace {

using parallel::lane_count;
using parallel::LaneMask;
using parallel::Lanes;

constexpr double replaced_below = 1 - 1e-12;  // kernels::tie_factor

/// Eight delays, `count` of them wanted: the least line of each and its columns.
inline void fill_lanes(const LineTask& t, std::size_t at, std::size_t count) {
    Lanes delay = {};
    std::memcpy(&delay, t.delays + at, count * sizeof(double));
    Lanes least = t.intercept[0] + t.slope[0] * delay;
    LaneMask line = {};
    for (std::size_t i = 1; i < t.n_lines; ++i) {
        const Lanes value = t.intercept[i] + t.slope[i] * delay;
        const LaneMask better = value < least * replaced_below;
        least = better ? value : least;
        const LaneMask index = line * 0 + static_cast<std::int64_t>(i);
        line = better ? index : line;
    }
    std::memcpy(t.completion + at, &least, count * sizeof(double));
    for (std::size_t lane = 0; lane < count; ++lane) {
        const std::int64_t i = line[lane];
        t.propagation_out[at + lane] = t.propagation[i];
        t.congestion_out[at + lane] = t.congestion[i];
        t.reconfiguration[at + lane] = t.slope[i] * t.delays[at + lane];
        t.n_reconfigurations[at + lane] = static_cast<std::int32_t>(t.slope[i]);
        t.plane_out[at + lane] = t.plane[i];
    }
}

}  // namespace

void fill_intercepts(const InterceptTask& t) {
    for (std::size_t k = 0; k < t.n; ++k)
        t.intercept[k] = t.startup + t.per_hop * t.hops[k] + t.transmission + t.message_time * t.congestion[k];
}

void fill_least_lines(const LineTask& t) {
    std::size_t at = 0;
    for (; at + lane_count <= t.n_delays; at += lane_count) fill_lanes(t, at, lane_count);
    if (at < t.n_delays) fill_lanes(t, at, t.n_delays - at);
}

}  // namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH
