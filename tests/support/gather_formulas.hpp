#pragma once
// Formulas of OpTree that no scheduler evaluates: the times of its eq. 3, the counts of its proof
// and of its printed algorithm, and the fastest construction where standing circuits cost nothing.

#include <cmath>
#include <cstdint>

#include "kernels/wdm/gather_steps.hpp"
#include "kernels/wdm/one_stage_colours.hpp"
#include "solvers/optree/gather_construction.hpp"

namespace lightsweep::tests {

/// Eq. 3 with free standing circuits: S d / B + (conversion) S + reconfigurations a [s].
inline double held_gather_time(kernels::GatherTiming timing, std::int64_t steps,
                               std::int64_t reconfigurations) {
    const double setup = timing.reconfiguration;
    timing.reconfiguration = 0;
    const double step = kernels::item_on_air(timing) / timing.bandwidth + kernels::overhead(timing);
    return step * static_cast<double>(steps) + setup * static_cast<double>(reconfigurations);
}

/// Time of all steps by eq. 3 [s].
inline double gather_time(const kernels::GatherTiming& timing, std::int64_t steps) {
    return (kernels::item_on_air(timing) / timing.bandwidth + kernels::overhead(timing)) *
           static_cast<double>(steps);
}

/// Time of the real neighbour exchange, which sends 2 d in every step but the first [s].
inline double neighbor_exchange_time(const kernels::GatherTiming& timing, std::int64_t nodes) {
    const auto steps = static_cast<double>(kernels::neighbor_exchange_steps(nodes));
    if (steps == 0) return 0;
    return (2 * steps - 1) * kernels::item_on_air(timing) / timing.bandwidth +
           kernels::overhead(timing) * steps;
}

/// Number of wavelengths on a ring, per direction: ceil(floor(N^2/4) / 2). For odd N this is one
/// less than Lemma 1 says.
inline std::int64_t ring_wavelengths(std::int64_t nodes) {
    return (kernels::line_wavelengths(nodes) + 1) / 2;
}

// All-to-all in one stage on a line, L = floor(N/2): every arc a -> b belongs to the pair (i, j)
// whose arc crosses the middle from i to L + j. At most one arc ends at i before it, and at most
// one starts at L + j after it, so the three share a colour.

/// Arc source -> destination on a line of n nodes; source != destination.
inline kernels::ColouredArc line_arc(std::int64_t n, std::int64_t source,
                                     std::int64_t destination) {
    if (source > destination) {
        auto arc = line_arc(n, n - 1 - source, n - 1 - destination);
        arc.direction = kernels::Direction::counterclockwise;
        return arc;
    }
    const std::int64_t left = n / 2, right = n - left;
    const auto length = destination - source;
    const auto colour = [&](std::int64_t i, std::int64_t j) {
        return kernels::ColouredArc{kernels::Direction::clockwise, length, i * right + j};
    };
    if (destination < left) return colour(destination, source);
    if (source < left) return colour(source, destination - left);
    return colour(destination - left - 1, source - left);
}

/// Ceiling of a quantity that is exact up to rounding.
inline std::int64_t guarded_ceiling(double x) {
    return static_cast<std::int64_t>(std::ceil(x * (1 - 1e-12)));
}

/// Theorem 1 with one ceiling per stage, as in its proof.
inline std::int64_t proof_steps(std::int64_t nodes, std::int64_t wavelengths, std::int64_t stages) {
    if (nodes == 1) return 0;
    const double m = std::pow(static_cast<double>(nodes), 1.0 / static_cast<double>(stages));
    const auto w = static_cast<double>(wavelengths);
    const auto members = guarded_ceiling(static_cast<double>(nodes) / m);
    return members *
           (guarded_ceiling(m * m / (8 * w)) + (stages - 1) * guarded_ceiling(m * m / (4 * w)));
}

/// The count of the paper's Algorithm 1, lines 9 and 10 taken literally.
inline std::int64_t algorithm_steps(std::int64_t nodes, std::int64_t wavelengths,
                                    std::int64_t stages) {
    if (nodes == 1) return 0;
    const double m = std::pow(static_cast<double>(nodes), 1.0 / static_cast<double>(stages));
    const auto members = guarded_ceiling(static_cast<double>(nodes) / m);
    const auto needed = guarded_ceiling(m * m / 8) * members;
    const auto ceil_div = [](std::int64_t a, std::int64_t b) { return (a + b - 1) / b; };
    return ceil_div(needed, wavelengths) +
           (stages - 1) * ceil_div(needed, 4 * wavelengths) * members;
}

/// The percentage cut, not rounded, to two decimals, as Tables 2 and 3 print it.
inline double truncated_percent(double percent) {
    return std::trunc(percent * 100 + (percent < 0 ? -1e-9 : 1e-9)) / 100;
}

/// The fastest construction if standing circuits cost nothing, T = S (d/B) + R a. It compares
/// relayed windows chosen for this cost with wdm-optimal and the best strides.
inline solvers::optree::GatherConstruction plan_fastest_gather(
    const solvers::optree::RingTask& task, const kernels::GatherTiming& timing) {
    using namespace solvers::optree;
    const auto time = [&](const GatherConstruction& plan) {
        return held_gather_time(timing, plan.steps, plan.reconfigurations);
    };
    auto best = plan_radices(task, RadixFamily::windowed,
                             {held_gather_time(timing, 1, 0), timing.reconfiguration});
    count_setups(best);
    for (auto plan : {plan_gather(task, Method::optimal), plan_strides(task)}) {
        count_setups(plan);
        if (plan.possible && (!best.possible || time(plan) < time(best))) best = std::move(plan);
    }
    return best;
}

}  // namespace lightsweep::tests
