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

Judgement narrow_win_over_wrht(const FigureData& data) {
    const auto ours = formula_steps(data, {}, "ceil"), theirs = value_at(data, {}, "wrht");
    if (!ours || !theirs) return {};
    const double quotient = *theirs / *ours;
    Finding finding{describe({}), "WRHT / OpTree", quotient, hundredths, rounded(3.7, 0.1)};
    return {quotient < 1 ? Verdict::reproduced : Verdict::not_reproduced, {finding}};
}

Judgement order_on_many_wavelengths(const FigureData& data) {
    Judgement judgement;
    std::size_t held = 0;
    for (const auto& [wavelengths, reference] : {std::pair{128., 515.}, {256., 1027.}}) {
        const Point point{1024, wavelengths, 0, 0, {}};
        const auto wrht = value_at(data, point, "wrht"), ring = value_at(data, point, "wdm-ring"),
                   neighbour = value_at(data, point, "wdm-neighbor");
        if (!wrht || !ring || !neighbour) return {};
        judgement.findings.push_back(steps_finding(describe(point), "WRHT", *wrht, reference));
        judgement.findings.push_back(steps_finding(describe(point), "Ring", *ring, 1023));
        judgement.findings.push_back(steps_finding(describe(point), "NE", *neighbour, 512));
        held += *wrht<*ring&& * wrht> * neighbour;
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
