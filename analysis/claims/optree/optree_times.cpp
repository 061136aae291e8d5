// Claims of OpTree, judged: orders of schedulers, and what schedules reach.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "analysis/claims/optree/optree_points.hpp"

namespace lightsweep::analysis::optree_times {

using namespace optree_points;

namespace {

/// Adds the steps of the schedulers, joined by commas; whether each takes more than the one before.
bool is_ranking(const FigureData& data, const Point& point, const std::string& schedulers,
                Judgement& result) {
    bool ascending = true;
    double before = 0;
    std::istringstream names(schedulers);
    for (std::string scheduler; std::getline(names, scheduler, ',');) {
        const double steps = steps_at(data, point, scheduler);
        add_steps(describe(point), title_of(scheduler), steps, result);
        ascending = ascending && steps > before;
        before = steps;
    }
    return ascending;
}

}  // namespace

Judgement rankings(const FigureData& data, const Rows& rows) {
    Judgement result;
    std::size_t hold = 0;
    for (const auto& row : rows)
        hold += is_ranking(data, {row.number("nodes", 1024), row.number("wavelengths"), 0, 0, {}},
                           row.name("schedulers"), result);
    result.verdict = verdict_of(hold, rows.size());
    return result;
}

Judgement order_on_4_wavelengths(const FigureData& data, const Rows& rows) {
    auto result = rankings(data, rows);
    const Point point{1024, 4, 0, 0, {}};
    const double just = formula_steps(data, point) / steps_at(data, point, "wrht");
    if (result.verdict == Verdict::reproduced && just < .9)
        result.verdict = Verdict::depends_on_reading;
    return result;
}

Judgement best_wavelengths_of_wrht(const FigureData& data) {
    Judgement result;
    double least = HUGE_VAL, best = 0;
    for (double wavelengths = 2; wavelengths <= 256; wavelengths *= 2) {
        const Point point{1024, wavelengths, 0, 0, {}};
        const double steps = steps_at(data, point, "wrht");
        add_steps(describe(point), "WRHT", steps, result);
        if (steps < least) best = wavelengths;
        least = std::min(least, steps);
    }
    result.verdict = verdict_if(best == 16);
    return result;
}

/// The pseudocode with its ceilings, m = N^(1/k*) as a real number.
Judgement algorithm_1(const FigureData& data) {
    const Point point;
    const double theorem = formula_steps(data, point), log = std::log(point.nodes),
                 k = std::ceil((log + std::sqrt(log * (log - 2))) / 2),
                 m = std::pow(point.nodes, 1 / k), subsets = std::ceil(point.nodes / m),
                 wavelengths = std::ceil(m * m / 8) * subsets;
    const double steps = std::ceil(wavelengths / point.wavelengths) +
                         (k - 1) * std::ceil(wavelengths / (4 * point.wavelengths)) * subsets;
    Judgement result{verdict_if(steps == theorem)};
    add_steps(describe(point), "Theorem 1", theorem, result, 70);
    add_steps(describe(point), "Algorithm 1", steps, result);
    return result;
}

/// A schedule that exists and takes less.
Judgement least_time(const FigureData& data) {
    Judgement result{Verdict::reproduced};
    const double theorem = formula_steps(data, {});
    add_steps(describe({}), "OpTree", theorem, result, 70);
    for (const auto& [scheduler, title, reference] : {std::tuple{"wdm-lifted", "lifted", 40.},
                                                      {"wdm-windowed", "windowed", 22.},
                                                      {"wdm-optimal", "optimal", 19.}}) {
        const double steps = steps_at(data, {}, scheduler);
        add_steps(describe({}), title, steps, result, reference);
        if (steps < theorem) result.verdict = Verdict::not_reproduced;
    }
    return result;
}

/// Trees that are built against the theorem, over N and w that are powers of two.
Judgement theorem_is_reached(const FigureData& data) {
    double above = 0, below_bound = 0, proven = 0;
    for (double nodes = 16; nodes <= 4096; nodes *= 2)
        for (double wavelengths = 2; wavelengths <= 256; wavelengths *= 2) {
            const Point point{nodes, wavelengths, 0, 0, {}};
            const double bound = value_at(data, point, "optree-formula", "lower_bound");
            above += steps_at(data, point, "optree-tree") > formula_steps(data, point);
            below_bound += value_at(data, point, "optree-formula") < bound * (1 - 1e-9);
            proven += value_at(data, point, "wdm-optimal") <= bound * (1 + 1e-9);
        }
    Judgement result{verdict_if(above == 0)};
    add_steps("of 72 cells", "tree above theorem", above, result);
    add_steps("of 72 cells", "theorem below bound", below_bound, result, 2);
    add_steps("of 72 cells", "optimum meets bound", proven, result, 72);
    add_steps(describe({}), "best tree built", steps_at(data, {}, "optree-tree"), result);
    return result;
}

}  // namespace lightsweep::analysis::optree_times
