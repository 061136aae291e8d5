// Claims 11 to 17 of OpTree, judged: gains over message sizes, and what schedules reach.
#include <algorithm>
#include <cmath>

#include "analysis/claims/optree/optree_points.hpp"

namespace lightsweep::analysis::optree_times {

using namespace optree_points;

namespace {

constexpr double sizes[] = {32e3, 1e6, 4e6, 16e6, 32e6, 128e6, 4e9};

std::optional<double> time_of(const FigureData& data, const Point& point, const char* scheduler) {
    return value_at(data, point, scheduler, "completion_time");
}

/// 1 - OpTree's time over the other's, in percent, at 1,024 nodes and 64 wavelengths.
std::optional<double> gain(const FigureData& data, const Point& point, const char* scheduler) {
    auto plain = point;
    plain.options.clear();
    const auto ours = time_of(data, plain, "optree-formula"),
               theirs = time_of(data, point, scheduler);
    return ours && theirs ? std::optional(percent_fewer(*ours, *theirs)) : std::nullopt;
}

std::string size_text(double bytes) {
    return bytes < 1e6 ? count(bytes / 1e3) + " kB" : count(bytes / 1e6) + " MB";
}

/// N and w of the landscape: powers of two.
template <typename Visit>
void for_cells(const Visit& visit) {
    for (double nodes = 16; nodes <= 4096; nodes *= 2)
        for (double wavelengths = 2; wavelengths <= 256; wavelengths *= 2)
            visit(Point{nodes, wavelengths, 0, 0, {}});
}

/// Steps of a scheduler, of OpTree with k* by the ceiling.
std::optional<double> steps_of(const FigureData& data, const Point& point, const char* scheduler) {
    return std::string(scheduler) == "optree-formula" ? formula_steps(data, point, "ceil")
                                                      : value_at(data, point, scheduler);
}

constexpr std::pair<const char*, const char*> optree{"optree-formula", "OpTree"},
    wrht{"wrht", "WRHT"}, ring{"wdm-ring", "Ring"}, neighbour{"wdm-neighbor", "NE"};
using Ranking = std::vector<std::pair<const char*, const char*>>;

/// Adds the steps of the schedulers; whether each takes more than the one before. Nothing if one is
/// missing.
std::optional<bool> is_ranking(const FigureData& data, const Point& point, const Ranking& ranking,
                               Judgement& result) {
    bool ascending = true;
    double before = 0;
    for (const auto& [scheduler, title] : ranking) {
        const auto steps = steps_of(data, point, scheduler);
        if (!steps) return std::nullopt;
        result.findings.push_back(steps_finding(describe(point), title, *steps, std::nullopt));
        ascending = ascending && *steps > before;
        before = *steps;
    }
    return ascending;
}

Judgement judge_ranking(const FigureData& data, double wavelengths, const Ranking& ranking) {
    Judgement result;
    if (const auto holds = is_ranking(data, {1024, wavelengths, 0, 0, {}}, ranking, result))
        result.verdict = verdict_if(*holds);
    return result;
}

/// Quotient of two schedulers' steps.
std::optional<double> quotient(const FigureData& data, const Point& point, const char* one,
                               const char* other) {
    const auto over = steps_of(data, point, one), under = steps_of(data, point, other);
    return over && under ? std::optional(*over / *under) : std::nullopt;
}

/// Whether the second takes at most `most` times the steps of the first, and at least as many.
Judgement judge_quotient(const FigureData& data, const Point& point, const char* over,
                         const char* under, const std::string& item, double most) {
    const auto value = quotient(data, point, over, under);
    if (!value) return {};
    return {verdict_if(*value >= 1 && *value <= most),
            {{describe(point), item, *value, hundredths}}};
}

}  // namespace

Judgement gains_over_sizes(const FigureData& data) {
    Judgement judgement{Verdict::reproduced};
    for (const double size : sizes)
        for (const auto& [scheduler, title, paper] : {std::tuple{"wrht", "WRHT", 72.97},
                                                      {"wdm-ring", "Ring", 93.15},
                                                      {"wdm-neighbor", "NE", 86.32}}) {
            const auto value = gain(data, {1024, 64, size, 0, {}}, scheduler);
            if (!value) return {};
            judgement.findings.push_back(percent_finding(size_text(size), title, *value, paper));
            if (std::abs(*value - paper) > 0.001) judgement.verdict = Verdict::not_reproduced;
        }
    return judgement;
}

Judgement gain_over_neighbours(const FigureData& data) {
    const Point one{1024, 64, 4e6, 0, {}};
    Point two = one;
    two.options = {{"two_items", "1"}};
    const auto charged_one = gain(data, one, "wdm-neighbor"),
               charged_two = gain(data, two, "wdm-neighbor");
    if (!charged_one || !charged_two) return {};
    const bool holds = std::abs(*charged_two - 86.32) <= 0.001;
    return {holds ? Verdict::reproduced : Verdict::depends_on_reading,
            {percent_finding("items charged per step", "one", *charged_one, 86.32),
             percent_finding("items charged per step", "two", *charged_two, 93.05)}};
}

Judgement exception_above_16_mb(const FigureData& data) {
    Judgement judgement{Verdict::reproduced};
    for (const double size : sizes) {
        const auto value = gain(data, {4096, 64, size, 0, {}}, "wrht");
        if (!value) return {};
        judgement.findings.push_back(percent_finding(size_text(size), "over WRHT", *value, -31.27));
        if ((*value < 0) != (size > 16e6)) judgement.verdict = Verdict::not_reproduced;
    }
    return judgement;
}

Judgement order_on_64_wavelengths(const FigureData& data) {
    return judge_ranking(data, 64, {optree, wrht, neighbour});
}

Judgement slight_win_over_wrht(const FigureData& data) {
    return judge_quotient(data, {}, "wrht", "optree-formula", "WRHT / OpTree", 1.1);
}

Judgement order_on_4_wavelengths(const FigureData& data) {
    auto result = judge_ranking(data, 4, {neighbour, ring, optree, wrht});
    const auto just = quotient(data, {1024, 4, 0, 0, {}}, "optree-formula", "wrht");
    if (result.verdict == Verdict::reproduced && just && *just < .9)
        result.verdict = Verdict::depends_on_reading;
    return result;
}

Judgement order_on_16_wavelengths(const FigureData& data) {
    return judge_ranking(data, 16, {wrht, optree, neighbour, ring});
}

Judgement parallel_at_512(const FigureData& data) {
    return judge_quotient(data, {512, 64, 0, 0, {}}, "wrht", "wdm-neighbor", "WRHT / NE", 1.02);
}

Judgement marginal_edge(const FigureData& data) {
    return judge_quotient(data, {4096, 64, 0, 0, {}}, "optree-formula", "wrht", "OpTree / WRHT",
                          1.1);
}

Judgement ring_is_last(const FigureData& data) {
    Judgement result{Verdict::reproduced};
    for (const double nodes : {512., 1024., 2048., 4096.})
        for (const auto& other : {optree, wrht, neighbour}) {
            const auto holds = is_ranking(data, {nodes, 64, 0, 0, {}}, {other, ring}, result);
            if (!holds) return {};
            if (!*holds) result.verdict = Verdict::not_reproduced;
        }
    return result;
}

Judgement more_wavelengths(const FigureData& data) {
    Judgement result{Verdict::reproduced};
    double before = HUGE_VAL;
    for (const double wavelengths : {4., 16., 64., 128., 256.}) {
        const Point point{1024, wavelengths, 0, 0, {}};
        const auto steps = formula_steps(data, point, "ceil");
        if (!steps) return {};
        result.findings.push_back(steps_finding(describe(point), "OpTree", *steps, std::nullopt));
        if (*steps >= before) result.verdict = Verdict::not_reproduced;
        before = *steps;
    }
    return result;
}

Judgement best_wavelengths_of_wrht(const FigureData& data) {
    Judgement result;
    double least = HUGE_VAL, best = 0;
    for (double wavelengths = 2; wavelengths <= 256; wavelengths *= 2) {
        const Point point{1024, wavelengths, 0, 0, {}};
        const auto steps = value_at(data, point, "wrht");
        if (!steps) return {};
        result.findings.push_back(steps_finding(describe(point), "WRHT", *steps, std::nullopt));
        if (*steps < least) best = wavelengths;
        least = std::min(least, *steps);
    }
    result.verdict = verdict_if(best == 16);
    return result;
}

/// The pseudocode with its ceilings, m = N^(1/k*) as a real number.
Judgement algorithm_1(const FigureData& data) {
    const Point point;
    const auto theorem = formula_steps(data, point, "ceil");
    if (!theorem) return {};
    const double log = std::log(point.nodes), k = std::ceil((log + std::sqrt(log * (log - 2))) / 2),
                 m = std::pow(point.nodes, 1 / k), subsets = std::ceil(point.nodes / m),
                 wavelengths = std::ceil(m * m / 8) * subsets;
    const double steps = std::ceil(wavelengths / point.wavelengths) +
                         (k - 1) * std::ceil(wavelengths / (4 * point.wavelengths)) * subsets;
    return {verdict_if(steps == *theorem),
            {steps_finding(describe(point), "Theorem 1", *theorem, 70),
             steps_finding(describe(point), "Algorithm 1", steps, std::nullopt)}};
}

Judgement order_on_many_wavelengths(const FigureData& data) {
    Judgement judgement;
    std::size_t held = 0;
    for (const double wavelengths : {128., 256.}) {
        const auto holds =
            is_ranking(data, {1024, wavelengths, 0, 0, {}}, {neighbour, wrht, ring}, judgement);
        if (!holds) return {};
        held += *holds;
    }
    judgement.verdict = verdict_of(held, 2);
    return judgement;
}

/// A schedule that exists and takes less.
Judgement least_time(const FigureData& data) {
    Judgement judgement{Verdict::reproduced};
    const auto theorem = formula_steps(data, {}, "ceil");
    if (!theorem) return {};
    judgement.findings.push_back(steps_finding(describe({}), "OpTree", *theorem, 70));
    for (const auto& [scheduler, title, reference] : {std::tuple{"wdm-lifted", "lifted", 40.},
                                                      {"wdm-windowed", "windowed", 22.},
                                                      {"wdm-optimal", "optimal", 19.}}) {
        const auto steps = value_at(data, {}, scheduler);
        if (!steps) return {};
        judgement.findings.push_back(steps_finding(describe({}), title, *steps, reference));
        if (*steps < *theorem) judgement.verdict = Verdict::not_reproduced;
    }
    return judgement;
}

/// Trees that are built against the theorem, over the landscape.
Judgement theorem_is_reached(const FigureData& data) {
    double above = 0, below_bound = 0, proven = 0, cells = 0;
    for_cells([&](const Point& point) {
        const auto theorem = formula_steps(data, point, "ceil"),
                   tree = value_at(data, point, "optree-tree"),
                   optimal = value_at(data, point, "wdm-optimal"),
                   bound = value_at(data, point, "optree-formula", "lower_bound"),
                   time = time_of(data, point, "optree-formula"),
                   least = time_of(data, point, "wdm-optimal");
        if (!theorem || !tree || !optimal || !bound || !time || !least) return;
        ++cells;
        above += *tree > *theorem;
        below_bound += *time < *bound * (1 - 1e-9);
        proven += *least <= *bound * (1 + 1e-9);
    });
    const auto tree = value_at(data, {}, "optree-tree");
    if (cells != 72 || !tree) return {};
    return {above > 0 ? Verdict::not_reproduced : Verdict::reproduced,
            {steps_finding("of 72 cells", "tree above theorem", above, std::nullopt),
             steps_finding("of 72 cells", "theorem below bound", below_bound, 2),
             steps_finding("of 72 cells", "optimum meets bound", proven, 72),
             steps_finding(describe({}), "best tree built", *tree, std::nullopt)}};
}

}  // namespace lightsweep::analysis::optree_times
