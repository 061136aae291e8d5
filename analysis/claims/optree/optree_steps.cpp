// Claims of OpTree, judged: numbers of steps and shares, the best number of stages, the example.
#include <cmath>
#include <vector>

#include "analysis/claims/optree/optree_points.hpp"

namespace lightsweep::analysis::optree_steps {

using namespace optree_points;

namespace {

/// What the paper's tables print: 1 - ours / theirs in percent, cut after two decimals.
double percent_fewer(double ours, double theirs) {
    const double hundredth = 1e4 * (1 - ours / theirs);
    return std::trunc(hundredth + (hundredth < 0 ? -1e-7 : 1e-7)) / 100;
}

/// Steps of a scheduler; over those of another; or what OpTree takes less of a column, in percent.
std::optional<Measured> measure(const FigureData& data, const KeyedValues& row) {
    Point point{row.number("nodes", 1024),
                row.number("wavelengths", 64),
                row.number("item", 0),
                row.number("stages", 0),
                {}};
    const Point plain = point;
    for (const char* option : {"radices", "two_items"})
        if (row.names.contains(option)) point.options[option] = row.name(option);
    const std::string scheduler = row.name("scheduler"), over = row.name("over"),
                      column = row.name("fewer");
    Measured one{describe(point), title_of(scheduler), 0, hundredths, .01};
    if (!column.empty()) {
        one.value = percent_fewer(value_at(data, plain, "optree-formula", column),
                                  value_at(data, point, scheduler, column));
        return one;
    }
    const double steps = steps_at(data, point, scheduler);
    if (over.empty()) return Measured{one.place, one.label, steps, count};
    one.label += " / " + title_of(over);
    one.value = steps / steps_at(data, point, over);
    return one;
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

Judgement numbers(const FigureData& data, const Rows& rows) {
    return judge_rows(data, rows, measure);
}

/// Means and deviations over the columns of Table 2 or 3, not cut after two decimals.
Judgement averages(const FigureData& data, const Rows& rows) {
    const std::vector<Point> tables[] = {
        {{512, 64}, {1024, 64}, {2048, 64}, {4096, 64}},
        {{1024, 4}, {1024, 16}, {1024, 64}, {1024, 128}}};  // the last is printed under 256
    Judgement result;
    for (const auto& row : rows) {
        const std::string scheduler = row.name("scheduler"), table = row.name("table");
        std::vector<double> values;
        for (const auto& point : tables[table == "Table 2" ? 0 : 1])
            values.push_back(100 *
                             (1 - formula_steps(data, point) / steps_at(data, point, scheduler)));
        const auto [mean, deviation] = spread_of(values);
        const auto add = [&](const std::string& what, double value) {
            result.add(table + ", " + what, title_of(scheduler), value, hundredths,
                       Reference{row.number(what), .01});  // cut
        };
        add("mean", mean);
        add("deviation", deviation);
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
