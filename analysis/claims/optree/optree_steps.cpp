// Claims 1 to 10 of OpTree, judged: steps of the tables, the best number of stages, the example.
#include <cmath>
#include <span>

#include "analysis/claims/optree/optree_points.hpp"

namespace lightsweep::analysis::optree_steps {

using namespace optree_points;

namespace {

/// Those that OpTree is compared with, in the order of the tables.
constexpr const char* others[] = {"wrht", "wdm-ring", "wdm-neighbor"};

/// One column of Table 2 or 3 as printed.
struct Column {
    double nodes, wavelengths;
    double percent[3];
};
constexpr Column table2[] = {{512, 64, {87.64, 93.73, 87.5}},
                             {1024, 64, {72.97, 93.15, 86.32}},
                             {2048, 64, {39.76, 92.37, 84.76}},
                             {4096, 64, {-31.27, 91.69, 83.39}}};
/// The last one is printed under 256.
constexpr Column table3[] = {{1024, 4, {62.75, -9.48, -118.75}},
                             {1024, 16, {-180, 72.62, 45.31}},
                             {1024, 64, {72.97, 93.15, 86.32}},
                             {1024, 128, {93.2, 96.57, 93.16}}};

Point point_of(const Column& at) {
    return {at.nodes, at.wavelengths, 0, 0, {}};
}

double percent_at(const FigureData& data, const Column& at, const char* scheduler) {
    const Point point = point_of(at);
    return percent_fewer(formula_steps(data, point), steps_at(data, point, scheduler));
}

/// Adds the percentages of a column beside those given; returns whether they are the paper's.
bool add_column(const FigureData& data, const Column& at, const double (&paper)[3],
                const double (&reference)[3], Judgement& result) {
    bool holds = true;
    for (std::size_t i = 0; i < std::size(others); ++i) {
        const double value = percent_at(data, at, others[i]);
        add_percent(describe(point_of(at)), title_of(others[i]), value, reference[i], result);
        holds = holds && std::abs(value - paper[i]) <= 0.001;
    }
    return holds;
}

/// The percentages of a table beside those printed.
Judgement percentages(const FigureData& data, std::span<const Column> table) {
    Judgement result;
    bool holds = true;
    for (const auto& column : table)
        holds = add_column(data, column, column.percent, column.percent, result) && holds;
    result.verdict = verdict_if(holds);
    return result;
}

/// The k of figure 4 with the fewest steps: the first, and how many tie.
struct Optimum {
    double first = 0, last = 0, steps = 0;
};
Optimum optimum(const FigureData& data, double nodes) {
    Optimum best;
    for (double k = 1; k <= 10; ++k) {
        const double steps = formula_steps(data, {nodes, 64, 0, k, {}});
        if (best.first == 0 || steps < best.steps) best = {k, k, steps};
        if (steps == best.steps) best.last = k;
    }
    return best;
}

constexpr std::pair<double, double> figure4[] = {{512, 6}, {1024, 6}, {2048, 7}, {4096, 8}};

}  // namespace

Judgement counts(const FigureData& data, const Rows& rows) {
    Judgement result{Verdict::reproduced};
    for (const auto& row : rows) {
        const std::string scheduler = row.name("scheduler");
        const double steps = steps_at(data, {}, scheduler);
        add_steps(describe({}), title_of(scheduler), steps, result, row.number("reference"));
        if (steps != row.number("paper")) result.verdict = Verdict::not_reproduced;
    }
    return result;
}

Judgement table_2(const FigureData& data) {
    return percentages(data, table2);
}

/// The last column at 128 wavelengths, and as it is labelled.
Judgement table_3(const FigureData& data) {
    auto result = percentages(data, table3);
    if (result.verdict != Verdict::reproduced) return result;
    const bool as_labelled =
        add_column(data, {1024, 256, {}}, table3[3].percent, {98.24, 98.24, 96.48}, result);
    result.verdict = verdict_if(as_labelled, true);
    return result;
}

Judgement averages(const FigureData& data) {
    constexpr double means[2][3] = {{42.27, 92.74, 85.49}, {12.23, 63.22, 26.51}};
    constexpr double deviations[2][3] = {{45.87, 0.77, 1.55}, {111.52, 42.96, 85.84}};
    Judgement result;
    for (std::size_t t = 0; t < 2; ++t)
        for (std::size_t i = 0; i < std::size(others); ++i) {
            std::vector<double> values;  // not cut after two decimals
            for (const auto& column : t == 0 ? table2 : table3) {
                const Point point = point_of(column);
                values.push_back(
                    100 * (1 - formula_steps(data, point) / steps_at(data, point, others[i])));
            }
            const auto [mean, deviation] = spread_of(values);
            const std::string table = t == 0 ? "Table 2" : "Table 3";
            const auto in_print = [](double value) { return Reference{value, 0.01}; };  // cut
            result.add(table + ", mean", title_of(others[i]), mean, hundredths,
                       in_print(means[t][i]));
            result.add(table + ", deviation", title_of(others[i]), deviation, hundredths,
                       in_print(deviations[t][i]));
        }
    result.verdict = verdict_if(result.agrees());
    return result;
}

Judgement optimum_of_figure_4(const FigureData& data) {
    Judgement result;
    bool holds = true, unique = true;
    for (const auto& [nodes, paper] : figure4) {
        const auto best = optimum(data, nodes);
        const auto place = describe({nodes, 64, 0, 0, {}});
        add_steps(place, "first k", best.first, result);
        add_steps(place, "last k", best.last, result);
        add_steps(place, "steps", best.steps, result);
        holds = holds && paper >= best.first && paper <= best.last;
        unique = unique && best.first == best.last;
    }
    result.verdict = verdict_if(holds && unique, holds);
    return result;
}

/// k* by a rule is seen by its steps: they equal those of figure 4 at the paper's k.
Judgement formula_of_the_optimum(const FigureData& data) {
    bool as_printed = true, rounded = true;
    Judgement result;
    for (const auto& [nodes, paper] : figure4) {
        const Point point{nodes, 64, 0, 0, {}};
        const double at_paper = formula_steps(data, {nodes, 64, 0, paper, {}});
        add_steps(describe(point), "figure's k", at_paper, result);
        for (const auto& [title, rule] :
             {std::pair{"ceil", "ceil"}, {"round", "round"}, {"best", "argmin"}})
            add_steps(describe(point), title, formula_steps(data, point, rule), result);
        as_printed = as_printed && formula_steps(data, point) == at_paper;
        rounded = rounded && formula_steps(data, point, "round") == at_paper;
    }
    result.verdict = verdict_if(as_printed, rounded);
    return result;
}

Judgement least_of_trees(const FigureData& data) {
    Judgement result;
    bool by_ceiling = true, by_rounding = true;
    for (const auto& [nodes, paper] : figure4) {
        const Point point{nodes, 64, 0, 0, {}};
        const double least = optimum(data, nodes).steps, ceiling = formula_steps(data, point),
                     rounded = formula_steps(data, point, "round");
        add_steps(describe(point), "k* by ceiling", ceiling, result);
        add_steps(describe(point), "least of all k", least, result);
        by_ceiling = by_ceiling && ceiling == least;
        by_rounding = by_rounding && rounded == least;
    }
    result.verdict = verdict_if(by_ceiling, by_rounding);
    return result;
}

Judgement example(const FigureData& data) {
    const std::string place = "N = 16, w = 2";
    Judgement result;
    add_steps(place, "one stage", formula_steps(data, {16, 2, 0, 1, {}}), result, 16);
    add_steps(place, "two stages", formula_steps(data, {16, 2, 0, 2, {}}), result, 12);
    add_steps(place, "4 x 4 built",
              steps_at(data, {16, 2, 0, 0, {{"radices", "[4, 4]"}}}, "optree-tree"), result, 12);
    result.verdict = verdict_if(result.agrees());
    return result;
}

Judgement three_stages_of_the_example(const FigureData& data) {
    const double theorem = formula_steps(data, {16, 2, 0, 3, {}}),
                 built = steps_at(data, {16, 2, 0, 0, {{"radices", "[2, 3, 3]"}}}, "optree-tree");
    const auto stages = [](double (*rounded)(double)) {
        return 8 * std::ceil(4.0 / 8) / 2 + 2 * std::ceil(6 * rounded(9.0 / 4) / 2);
    };
    const double floors = stages(std::floor);
    const std::string place = "N = 16, w = 2", sum = "sum of its stages";
    Judgement result{verdict_if(theorem == 16 || built == 16, floors == 16)};
    add_steps(place, "Theorem 1", theorem, result, 13);
    add_steps(place, "2 x 3 x 3 built", built, result, 14);
    add_steps(sum, "with floors", floors, result);
    add_steps(sum, "with ceilings", stages(std::ceil), result);
    return result;
}

/// One wavelength: as many steps as wavelengths that one stage needs.
Judgement lemma_1(const FigureData& data) {
    Judgement result{Verdict::reproduced};
    for (const double nodes : {2., 3., 5., 7., 11., 13.}) {
        const Point point{nodes, 1, 0, 0, {}};
        const double in_print = steps_at(data, point, "osm"),
                     built = steps_at(data, point, "wdm-lifted"),
                     square = nodes * nodes + (std::fmod(nodes, 2) == 1 ? 0 : 7);
        add_steps(describe(point), "as printed", in_print, result, std::ceil(nodes * nodes / 8));
        add_steps(describe(point), "built", built, result, std::floor(square / 8));
        if (built != in_print) result.verdict = Verdict::depends_on_reading;
    }
    return result;
}

}  // namespace lightsweep::analysis::optree_steps
