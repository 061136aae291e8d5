// Compiled once per vector width (LIGHTSWEEP_VECTOR_WIDTH); see envelope_vector.hpp.
#include "kernels/vector/envelope_vector.hpp"

#include "kernels/parallel/lanes.hpp"

namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH {

namespace {

using parallel::lane_count;
using parallel::LaneMask;
using parallel::Lanes;
using parallel::load;
using parallel::store;
using Counts __attribute__((vector_size(32))) = std::int32_t;  // as many as Lanes

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

/// Ascending delays, as every range of a sweep is: then a run ends where its line's interval does.
inline bool are_ascending(const LineTask& t) {
    std::size_t falls = 0;
    for (std::size_t i = 1; i < t.n_delays; ++i) falls += t.delays[i] < t.delays[i - 1] ? 1 : 0;
    return falls == 0;
}

/// One past the last delay of the run that begins at `first` and stays on line `i`.
inline std::size_t run_end(const LineTask& t, std::size_t first, std::size_t i, bool ascending) {
    const double above = i > 0 ? t.breaks[i - 1] : __builtin_inf();
    const double below = i + 1 < t.n_lines ? t.breaks[i] : 0.0;
    std::size_t end = first + 1;
    if (!ascending) {
        while (end < t.n_delays && t.delays[end] < above && !(t.delays[end] < below)) ++end;
        return end;
    }
    if (i == 0) return t.n_delays;
    while (end + lane_count <= t.n_delays && t.delays[end + lane_count - 1] < above)
        end += lane_count;
    while (end < t.n_delays && t.delays[end] < above) ++end;
    return end;
}

template <typename Element>
inline void splat(Element* to, Element value) {
    for (std::size_t lane = 0; lane < lane_count; ++lane) to[lane] = value;
}

inline void splat_pair(std::uint64_t* to, std::uint64_t first, std::uint64_t second) {
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
        to[2 * lane] = first;
        to[2 * lane + 1] = second;
    }
}

/// Whole lanes, past the end of the run if need be: the next run writes over that.
inline void fill_run(const LineTask& t, std::size_t first, std::size_t end, std::size_t i) {
    const double intercept = t.intercept[i];
    const double slope = t.slope[i];
    const double startup = t.startup[i * t.startup_step];
    const double propagation = t.propagation[i];
    const double congestion = t.congestion[i];
    const auto count = static_cast<std::int32_t>(slope);
    for (std::size_t at = first; at < end; at += lane_count) {
        double paid[lane_count], completion[lane_count];
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            paid[lane] = slope * t.delays[at + lane];
            completion[lane] = intercept + paid[lane];
        }
        std::memcpy(t.completion + at, completion, sizeof completion);
        std::memcpy(t.lower_bound + at, completion, sizeof completion);
        std::memcpy(t.reconfiguration + at, paid, sizeof paid);
        splat(t.startup_out + at, startup);
        splat(t.transmission_out + at, t.transmission);
        splat(t.propagation_out + at, propagation);
        splat(t.congestion_out + at, congestion);
        splat(t.n_reconfigurations + at, count);
        if (t.plane_out) splat(t.plane_out + at, t.schedule[i]);
        if (!t.decision_out) continue;
        if (t.second)
            splat_pair(t.decision_out + 2 * at, t.decision[i], t.second[i]);
        else
            splat(t.decision_out + at, t.decision[i]);
    }
}

/// Short rows of few lines: where each line's run begins is counted, which takes no branch that
/// depends on data.
constexpr std::size_t counted_row = 128, counted_lines = 8;

inline void fill_by_counting(const LineTask& t) {
    std::size_t first = 0;
    for (std::size_t i = t.n_lines; i-- > 0;) {
        std::int64_t end = static_cast<std::int64_t>(t.n_delays);
        if (i > 0) {
            const double above = t.breaks[i - 1];
            end = 0;
            for (std::size_t at = 0; at < t.n_delays; ++at) end += t.delays[at] < above ? 1 : 0;
        }
        fill_run(t, first, static_cast<std::size_t>(end), i);
        first = static_cast<std::size_t>(end);
    }
}

#ifdef __AVX512F__
constexpr bool looks_up = true;  // a vector permutes another in one instruction
#else
constexpr bool looks_up = false;
#endif

/// Each element of `at` replaced by the entry of `table` it names.
template <typename Vector>
inline Vector looked_up(Vector table, LaneMask at) {
#ifdef __clang__
    Vector result;
    for (std::size_t i = 0; i < lane_count; ++i) result[i] = table[at[i]];
    return result;
#else
    return __builtin_shuffle(table, at);
#endif
}

/// How many breaks lie above each delay: its line.
inline LaneMask lines_at(const Lanes& delays, const Lanes* breaks) {
    LaneMask line{};
    for (std::size_t i = 0; i + 1 < looked_up_lines; ++i) line -= delays < breaks[i];
    return line;
}

inline void look_up_decisions(const LineTask& t, std::size_t at, const LaneMask& line) {
    const LaneMask first = looked_up(load<LaneMask>(t.decision), line);
    if (!t.second) return store(t.decision_out + at, first);
    const LaneMask second = looked_up(load<LaneMask>(t.second), line);
    store(t.decision_out + 2 * at,
          __builtin_shufflevector(first, second, 0, 8, 1, 9, 2, 10, 3, 11));
    store(t.decision_out + 2 * at + lane_count,
          __builtin_shufflevector(first, second, 4, 12, 5, 13, 6, 14, 7, 15));
}

/// Few lines: each of their columns is one vector, in which every delay looks up its own line. No
/// branch depends on data.
inline void fill_by_lookup(const LineTask& t) {
    static_assert(looked_up_lines == lane_count);
    Lanes breaks[looked_up_lines - 1];
    for (std::size_t i = 0; i + 1 < looked_up_lines; ++i)
        breaks[i] = Lanes{} + (i + 1 < t.n_lines ? t.breaks[i] : -__builtin_inf());
    const Lanes intercepts = load<Lanes>(t.intercept), slopes = load<Lanes>(t.slope);
    const Lanes propagations = load<Lanes>(t.propagation), congestions = load<Lanes>(t.congestion);
    const Lanes startups = t.startup_step ? load<Lanes>(t.startup) : Lanes{} + t.startup[0];
    const LaneMask schedules = __builtin_convertvector(load<Counts>(t.schedule), LaneMask);
    const Lanes transmission = Lanes{} + t.transmission;
    for (std::size_t at = 0; at < t.n_delays; at += lane_count) {
        const Lanes delays = load<Lanes>(t.delays + at);
        const LaneMask line = lines_at(delays, breaks);
        const Lanes slope = looked_up(slopes, line), paid = slope * delays;
        const Lanes completion = looked_up(intercepts, line) + paid;
        store(t.completion + at, completion);
        store(t.lower_bound + at, completion);
        store(t.reconfiguration + at, paid);
        store(t.startup_out + at, looked_up(startups, line));
        store(t.transmission_out + at, transmission);
        store(t.propagation_out + at, looked_up(propagations, line));
        store(t.congestion_out + at, looked_up(congestions, line));
        store(t.n_reconfigurations + at, __builtin_convertvector(slope, Counts));
        if (t.plane_out)
            store(t.plane_out + at, __builtin_convertvector(looked_up(schedules, line), Counts));
        if (t.decision_out) look_up_decisions(t, at, line);
    }
}

}  // namespace

void fill_intercepts(const InterceptTask& t) {
    for (std::size_t k = 0; k < t.n; ++k)
        t.intercept[k] = t.per_step * t.startups[k] + t.per_hop * t.hops[k] + t.transmission +
                         t.message_time * t.congestion[k];
}

void fill_lines(const InterceptTask& task) {
    const InterceptTask t = task;
    for (std::size_t k = 0; k < t.n; ++k) {
        const double startup = t.per_step * t.startups[k], propagation = t.per_hop * t.hops[k],
                     congestion = t.message_time * t.congestion[k];
        t.startup[k] = startup;
        t.propagation[k] = propagation;
        t.congestion_time[k] = congestion;
        t.intercept[k] = startup + propagation + t.transmission + congestion;
    }
}

void fill_least_lines(const LineTask& task) {
    const LineTask t = task;  // a copy that no store can alias: its pointers stay in registers
    if (t.n_lines == 1) return fill_run(t, 0, t.n_delays, 0);
    fill_breaks(t);
    if (looks_up && t.n_delays <= counted_row && t.n_lines <= looked_up_lines)
        return fill_by_lookup(t);
    const bool ascending = are_ascending(t);
    if (ascending && t.n_delays <= counted_row && t.n_lines <= counted_lines)
        return fill_by_counting(t);
    std::size_t line = 0;
    for (std::size_t first = 0; first < t.n_delays;) {
        line = least_line(t, t.delays[first], line);
        const std::size_t end = run_end(t, first, line, ascending);
        fill_run(t, first, end, line);
        first = end;
    }
}

}  // namespace lightsweep::kernels::LIGHTSWEEP_VECTOR_WIDTH
