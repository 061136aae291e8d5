// Compiled once per vector width (LIGHTSWEEP_VECTOR_WIDTH); see plane_minimum_vector.hpp.
#include "kernels/vector/plane_minimum_vector.hpp"

#include "kernels/parallel/lanes.hpp"

namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH {

namespace {

using parallel::lane_count;
using parallel::LaneMask;
using parallel::Lanes;
using ShortLanes __attribute__((vector_size(32))) = std::int32_t;

constexpr double replaced_below = 1 - 1e-12;  // kernels::tie_factor

/// Line i + 1 replaces line i below breaks[i]: there its value is smaller by more than the tie
/// factor. Rounding must not let the breaks increase.
inline void fill_breaks(const LineTask& t) {
    for (std::size_t i = 0; i + 1 < t.n_lines; ++i)
        t.breaks[i] = (t.intercept[i] * replaced_below - t.intercept[i + 1]) /
                      (t.slope[i + 1] - t.slope[i] * replaced_below);
    for (std::size_t i = 1; i + 1 < t.n_lines; ++i)
        t.breaks[i] = t.breaks[i] < t.breaks[i - 1] ? t.breaks[i] : t.breaks[i - 1];
}

/// The line that is least at this delay, sought from the one that was least at the last.
inline std::size_t least_line(const LineTask& t, double delay, std::size_t from) {
    while (from + 1 < t.n_lines && delay < t.breaks[from]) ++from;
    while (from > 0 && !(delay < t.breaks[from - 1])) --from;
    return from;
}

/// One past the last delay of the run that begins at `first` and stays on line `i`.
inline std::size_t run_end(const LineTask& t, std::size_t first, std::size_t i) {
    const double above = i > 0 ? t.breaks[i - 1] : __builtin_inf();
    const double below = i + 1 < t.n_lines ? t.breaks[i] : 0.0;
    std::size_t end = first + 1;
    while (end < t.n_delays && t.delays[end] < above && !(t.delays[end] < below)) ++end;
    return end;
}

template <typename Vector, typename Element>
inline void store(Element* to, const Vector& value) {
    std::memcpy(to, &value, sizeof(value));
}

/// Whole lanes, past the end of the run if need be: the next run writes over that.
inline void fill_run(const LineTask& t, std::size_t first, std::size_t end, std::size_t i) {
    const Lanes propagation = Lanes{} + t.propagation[i];
    const Lanes congestion = Lanes{} + t.congestion[i];
    const ShortLanes count = ShortLanes{} + static_cast<std::int32_t>(t.slope[i]);
    const ShortLanes plane = ShortLanes{} + t.plane[i];
    const LaneMask decision = LaneMask{} + static_cast<std::int64_t>(t.decision[i]);
    for (std::size_t at = first; at < end; at += lane_count) {
        Lanes delay;
        std::memcpy(&delay, t.delays + at, sizeof(delay));
        const Lanes paid = t.slope[i] * delay;
        store(t.completion + at, t.intercept[i] + paid);
        store(t.reconfiguration + at, paid);
        store(t.propagation_out + at, propagation);
        store(t.congestion_out + at, congestion);
        store(t.n_reconfigurations + at, count);
        store(t.plane_out + at, plane);
        if (t.decision_out) store(t.decision_out + at, decision);
    }
}

}  // namespace

void fill_intercepts(const InterceptTask& t) {
    for (std::size_t k = 0; k < t.n; ++k)
        t.intercept[k] =
            t.startup + t.per_hop * t.hops[k] + t.transmission + t.message_time * t.congestion[k];
}

void fill_least_lines(const LineTask& t) {
    fill_breaks(t);
    std::size_t line = 0;
    for (std::size_t first = 0; first < t.n_delays;) {
        line = least_line(t, t.delays[first], line);
        const std::size_t end = run_end(t, first, line);
        fill_run(t, first, end, line);
        first = end;
    }
}

}  // namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH
